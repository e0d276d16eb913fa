import { Button, Container, Group, Text, Title } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { BrowserRouter, Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { buildVersion } from '../shared/api/build-version.ts';
import { ApiProblem, failureText } from '../shared/api/failure.ts';
import { paths, type RememberedOrigin } from '../shared/paths.ts';
import { useSession } from '../shared/session/session-store.ts';
import { useStore } from '../shared/store.ts';
import { CopyButton } from '../shared/ui/copy-button.tsx';
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx';
import { lazyComponent } from '../shared/ui/lazy.tsx';
import { timeZone } from '../shared/ui/time.ts';
import { DashboardLayout } from './layout/lazy-layout.ts';
import { PageSpinner } from './layout/page-spinner.tsx';
import { ShopLayout } from './layout/shop-layout.tsx';
import { lazyPages } from './lazy-pages.ts';
import { inDashboard, type Page, pageNames, pages } from './pages.ts';

/** The place of something that is loaded: a spinner until it is there, words when it breaks; what is around it lives on. */
function Slot({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={(error) => <PageFault error={error} />}>
      <Suspense fallback={<PageSpinner />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/**
 * The place of a page; another address is another page, even when the same component shows it, unless `name` says that all of its addresses
 * are one.
 */
function PageSlot({ children, name }: { children: ReactNode; name?: string | undefined }) {
  const { pathname } = useLocation();
  return <Slot key={name ?? pathname}>{children}</Slot>;
}

function PageFault({ error }: { error: unknown }) {
  const requestId = error instanceof ApiProblem ? error.problem.requestId : null;
  const details = [
    `Page: ${location.pathname}`,
    `Version: ${buildVersion}`,
    `Time: ${new Date().toISOString()}`,
    ...(requestId === null ? [] : [`Request: ${requestId}`]),
    `Fault: ${error instanceof Error ? error.message : String(error)}`,
  ].join('\n');
  return (
    <Container size="sm" py="xl" role="alert">
      <Title order={1} size="h2" mb="sm">
        Something went wrong on this page
      </Title>
      <Text mb="xs">{failureText(error)} Your orders and anything you typed are saved on this device.</Text>
      {requestId !== null && (
        <Text size="sm" c="dimmed">
          Request {requestId}
        </Text>
      )}
      <Group mt="md">
        <Button onClick={() => location.reload()}>Reload the page</Button>
        <CopyButton value={details} label="Copy details" />
      </Group>
    </Container>
  );
}

/**
 * Lets signed-in people through. Others go to /login with this page remembered; the history entry is replaced, so that
 * "back" does not lead into the guard again. A person who has just signed out here is sent where they asked to go.
 * Pages with dates are behind this guard, but for reviews: they are drawn anew when the shop's time zone turns out to be another one.
 */
export function RequireSession() {
  const session = useSession();
  const location = useLocation();
  const zone = useStore(timeZone);
  if (session.status === 'loading') return <PageSpinner />;
  if (session.status === 'signed-in') return <Outlet key={zone} />;
  if (session.leaving?.pageKey === location.key)
    return <Navigate to={session.leaving.goTo} replace state={session.leaving.origin} />;
  const state: RememberedOrigin = { from: location.pathname + location.search + location.hash };
  return <Navigate to={paths.login} replace state={state} />;
}

const RequireRole = lazyComponent(() => import('./guards/require-role.tsx'), 'RequireRole');
const roles = ['admin', 'packer', 'editor'] as const;

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
        {roles.map((role) => (
          <Route
            key={role}
            element={
              <Slot>
                <RequireRole needs={role} />
              </Slot>
            }
          >
            {routesOf(({ guard }) => guard === role)}
          </Route>
        ))}
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
