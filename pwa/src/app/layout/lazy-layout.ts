import { lazyComponent, lazyPart } from '../../shared/ui/lazy.tsx';

/** The dashboard's frame, which only signed-in people need. */
export const DashboardLayout = lazyComponent(
  async () => (await import('./dashboard-layout.tsx')).DashboardLayout,
);
/** The dashboard's menu on a phone. */
export const DashboardDrawer = lazyPart(async () => (await import('./dashboard-drawer.tsx')).DashboardDrawer);
/** How much work has not reached the shop. */
export const OutboxBadge = lazyPart(async () => (await import('./outbox-badge.tsx')).OutboxBadge);
