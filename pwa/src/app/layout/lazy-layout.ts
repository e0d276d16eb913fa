import { lazyComponent, lazyPart } from '../../shared/ui/lazy.tsx';

/** The dashboard's frame, which only signed-in people need. */
export const DashboardLayout = lazyComponent(() => import('./dashboard-layout.tsx'), 'DashboardLayout');
/** The whole menu of somebody who is signed in, on a phone. */
export const MenuDrawer = lazyPart(() => import('./menu-drawer.tsx'), 'MenuDrawer');
/** How much work has not reached the shop. */
export const OutboxBadge = lazyPart(() => import('./outbox-badge.tsx'), 'OutboxBadge');
/** How many orders wait for the person. */
export const WaitingCount = lazyPart(() => import('./waiting-count.tsx'), 'WaitingCount');
