import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '../shared/paths.ts';
import { lazyComponent } from '../shared/ui/lazy.tsx';
import { RequireSession } from './guards/require-session.tsx';
import { DashboardLayout } from './layout/lazy-layout.ts';
import { PageSlot, Slot } from './layout/page-slot.tsx';
import { ShopLayout } from './layout/shop-layout.tsx';
import { lazyPages } from './lazy-pages.ts';
import { inDashboard, type Page, pageNames, pages } from './pages.ts';

const RequireAdmin = lazyComponent(async () => (await import('./guards/require-admin.tsx')).RequireAdmin);

/** The routes of some pages of the table. */
const routesOf = (fits: (page: Page) => boolean) =>
  pageNames
    .filter((name) => fits(pages[name]))
    .flatMap((name) => {
      const Page = lazyPages[name];
      const slot = (
        <PageSlot name={pages[name].isOnePage ? name : undefined}>
          <Page />
        </PageSlot>
      );
      return pages[name].paths.map((path) => <Route key={path} path={path} element={slot} />);
    });

const tree = (
  <Route element={<ShopLayout />}>
    {routesOf(({ guard }) => guard === 'anyone')}
    <Route element={<RequireSession />}>
      {routesOf((page) => page.guard === 'session' && !inDashboard(page))}
      <Route
        element={
          <Slot>
            <DashboardLayout />
          </Slot>
        }
      >
        {routesOf((page) => page.guard === 'session' && inDashboard(page))}
        <Route
          element={
            <Slot>
              <RequireAdmin />
            </Slot>
          }
        >
          {routesOf(({ guard }) => guard === 'admin')}
        </Route>
      </Route>
    </Route>
    <Route path="/index.html" element={<Navigate to={paths.home} replace />} />
  </Route>
);

/** The shop's addresses. The declarative router is half the data router's size, and the saved data is loaded by our own hooks. */
export function Router() {
  return (
    <BrowserRouter>
      <Routes>{tree}</Routes>
    </BrowserRouter>
  );
}
