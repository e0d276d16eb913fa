import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useScrollMemory } from '../navigation/scroll-memory.ts';
import { PageErrorBoundary } from '../page-error-boundary.tsx';
import { PageSpinner } from '../page-spinner.tsx';
import { Header } from './header.tsx';
import { Notices } from './notices.tsx';
import classes from './shop-layout.module.css';

/** What every page stands in: skip link, header, notices, and the page itself. */
export function ShopLayout() {
  useScrollMemory();
  const { pathname } = useLocation();
  return (
    <>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <Header />
      <Notices />
      <main id="content" className={classes.content} tabIndex={-1}>
        <PageErrorBoundary key={pathname}>
          <Suspense fallback={<PageSpinner />}>
            <Outlet />
          </Suspense>
        </PageErrorBoundary>
      </main>
    </>
  );
}
