import { latePage } from '../late-page.tsx';

/** The parts of the shop's frame that only signed-in people need. */
export const lateParts = {
  DashboardLayout: latePage(async () => ({ Component: (await import('./dashboard-layout.tsx')).default })),
  DashboardDrawer: latePage(async () => ({ Component: (await import('./dashboard-drawer.tsx')).default })),
  OutboxBadge: latePage(async () => ({ Component: (await import('./outbox-badge.tsx')).default })),
};
