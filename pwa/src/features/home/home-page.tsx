import { publicPages } from '../../shared/public-pages.ts';
import { usePageTitle } from '../../shared/ui/page-title.tsx';
import { ContactBanner, Newsletter, OfficeLocation } from './contact-sections.tsx';
import { CustomerReviews } from './customer-reviews.tsx';
import { ExecutiveSummary } from './executive-summary.tsx';
import { Hero } from './hero.tsx';
import classes from './home.module.css';
import { OurTools } from './our-tools.tsx';

/** The shop's front: seven sections, which the footer follows. */
export function Component() {
  const heading = usePageTitle(publicPages.home.title);
  return (
    <div className={classes.page}>
      <Hero heading={heading} />
      <OurTools />
      <ExecutiveSummary />
      <CustomerReviews />
      <ContactBanner />
      <OfficeLocation />
      <Newsletter />
    </div>
  );
}
