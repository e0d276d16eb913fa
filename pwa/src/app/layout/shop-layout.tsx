import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useScrollMemory } from '../navigation/scroll-memory.ts';
import { PageErrorBoundary } from '../page-error-boundary.tsx';
import { PageSpinner } from '../page-spinner.tsx';
import { Header } from './header.tsx';
import { Notices } from './notices.tsx';
import { ShopFrame } from './shop-frame.tsx';

/** What every page stands in, with the page of this address in it. */
export function ShopLayout() {
  useScrollMemory();
  const { pathname } = useLocation();
  return (
    <ShopFrame header={<Header />} notices={<Notices />}>
      <PageErrorBoundary key={pathname}>
        <Suspense fallback={<PageSpinner />}>
          <Outlet />
        </Suspense>
      </PageErrorBoundary>
    </ShopFrame>
  );
}
