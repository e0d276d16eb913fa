import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { messages } from '../../shared/messages.ts';
import { useConfig } from '../../shared/saved/shop-config.ts';
import { ContactList } from '../../shared/ui/contact.tsx';
import classes from './home.module.css';

/** The heading of a section, and a sentence below it. */
const Words = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <div>
    <h2 id={id} className={classes.title}>
      {title}
    </h2>
    {children}
  </div>
);

/** How to ask a person of the shop; phone and mail come from the installation. */
export const ContactBanner = () => (
  <section className={`${classes.beside} ${classes.banner}`} aria-labelledby="query-title">
    <Words id="query-title" title={messages.home.query}>
      <p className={classes.lead}>Talk to someone who knows our tools.</p>
    </Words>
    <ContactList contact={useConfig()?.contact} ways={['phone', 'email']} />
  </section>
);

/** Where the office is, with the contact details of the installation beside a small street plan. */
export function OfficeLocation() {
  const contact = useConfig()?.contact;
  return (
    <section
      className={`${classes.section} ${classes.beside} ${classes.office}`}
      aria-labelledby="office-title"
    >
      <a
        href={contact && mapOf(contact.address)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label="Show our office on Google Maps (opens in a new tab)"
      >
        <StreetPlan />
      </a>
      <Words id="office-title" title="Our office">
        <Text c="dimmed" mt={8} mb="sm">
          Come and hold a tool before you buy it.
        </Text>
        <ContactList contact={contact} ways={['address', 'phone', 'email']} />
      </Words>
    </section>
  );
}

/** The address of a map, which phones open in their app of maps. */
const mapOf = (address: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;

const StreetPlan = () => (
  <svg className={classes.plan} viewBox="0 0 400 300" aria-hidden preserveAspectRatio="xMidYMid slice">
    <rect className={classes.ground} width="400" height="300" />
    <path className={classes.park} d="M24 28h112v86H24zM262 196h120v82H262z" />
    <path
      className={classes.water}
      d="M400 40c-70 4-80 60-150 70S150 200 0 214v40c150-12 190-90 262-110S370 96 400 90z"
    />
    <path
      className={classes.street}
      d="M0 130h400M0 264h400M156 0v300M244 0v300M60 114v186M340 0v300M156 60h244"
    />
    <circle cx="200" cy="196" r="10" opacity="0.25" />
    <path className={classes.pin} d="M200 196c-22-30-32-46-32-62a32 32 0 1 1 64 0c0 16-10 32-32 62z" />
    <circle className={classes.hole} cx="200" cy="134" r="12" />
  </svg>
);

/** A box for the newsletter; it sends nothing yet. A plain input: the library's would be 4 kB of the first load. */
export const Newsletter = () => (
  <section
    className={`${classes.section} ${classes.beside} ${classes.newsletter}`}
    aria-labelledby="newsletter-title"
  >
    <Words id="newsletter-title" title="News from the workshop">
      <Text c="dimmed" mt={4}>
        New tools and care tips, now and then.
      </Text>
    </Words>
    <form onSubmit={(event) => event.preventDefault()}>
      <input
        type="text"
        name="newsletter"
        aria-label="Email for the newsletter"
        placeholder="you@example.com"
        autoComplete="email"
      />
      <Button type="submit" size="md" variant="default">
        {messages.home.subscribe}
      </Button>
    </form>
  </section>
);
