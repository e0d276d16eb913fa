import { lazyPage } from '../lazy-page.tsx';

/** The parts of the shop's frame that only signed-in people need. */
export const lazyParts = {
  DashboardLayout: lazyPage(async () => ({ Component: (await import('./dashboard-layout.tsx')).default })),
  DashboardDrawer: lazyPage(async () => ({ Component: (await import('./dashboard-drawer.tsx')).default })),
  OutboxBadge: lazyPage(async () => ({ Component: (await import('./outbox-badge.tsx')).default })),
};
