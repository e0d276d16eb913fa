import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { pageAt } from '../page-at.ts';
import { pages } from '../pages.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ShopFooter } from './shop-footer.tsx';
import classes from './shop-layout.module.css';

/** The boxes around every page: skip link, header, the page's own place, the footer of public pages, notices, and the bar at the bottom of a phone. */
export function ShopFrame({
  header,
  notices,
  children,
}: {
  header: ReactNode;
  notices?: ReactNode;
  children: ReactNode;
}) {
  const isPublic = pages[pageAt(useLocation().pathname)].guard === 'anyone';
  return (
    <>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      {header}
      <main id="content" className={classes.content} tabIndex={-1}>
        {children}
      </main>
      {isPublic && <ShopFooter />}
      {notices}
      <BottomBar />
    </>
  );
}
