import type { ReactNode } from 'react';
import { BottomBar } from './bottom-bar.tsx';
import classes from './shop-layout.module.css';

/** The boxes around every page: skip link, header, notices, the page's own place, and the bar at the bottom of a phone. */
export function ShopFrame({
  header,
  notices,
  children,
}: {
  header: ReactNode;
  notices?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      {header}
      {notices}
      <main id="content" className={classes.content} tabIndex={-1}>
        {children}
      </main>
      <BottomBar />
    </>
  );
}
