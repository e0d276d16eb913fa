import { lazyComponent, lazyPart } from '../../shared/ui/lazy.tsx';

/** The dashboard's frame, which only signed-in people need. */
export const DashboardLayout = lazyComponent(
  async () => (await import('./dashboard-layout.tsx')).DashboardLayout,
);
/** The whole menu of somebody who is signed in, on a phone. */
export const MenuDrawer = lazyPart(async () => (await import('./menu-drawer.tsx')).MenuDrawer);
/** How much work has not reached the shop. */
export const OutboxBadge = lazyPart(async () => (await import('./outbox-badge.tsx')).OutboxBadge);
/** How many orders wait for the person. */
export const WaitingCount = lazyPart(async () => (await import('./waiting-count.tsx')).WaitingCount);
