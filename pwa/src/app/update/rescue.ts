import { deviceStorage } from '../../shared/web-storage.ts';

const rescuedKey = 'karigar.rescuedAt';
/** Longer than the five minutes (ms) for which a browser lets a busy bad worker hold a page. */
const pause = 10 * 60 * 1000;

/** Reloads this page when the rescue worker (kill-switch.js) has removed the worker that holds it. */
export function followRescue(): void {
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if ((data as { type?: unknown } | null)?.type !== 'RESCUED') return;
    deviceStorage.write(rescuedKey, String(Date.now()));
    // A page that no worker holds is good already; reloading it would go on for ever.
    if (navigator.serviceWorker.controller !== null) location.reload();
  });
}

/** Whether a rescue is so fresh that registering anew would bring the bad worker back, as a page may still be in its hands. */
export const rescuedLately = (now: number): boolean =>
  Math.abs(now - Number(deviceStorage.read(rescuedKey))) < pause;

/** Removes what the bad worker still put into its caches while it was being removed. */
export async function emptyCaches(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
}
