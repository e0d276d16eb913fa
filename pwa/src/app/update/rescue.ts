const rescuedKey = 'karigar.rescuedAt';
/** Longer than the five minutes (ms) for which a browser lets a busy bad worker hold a page. */
const pause = 10 * 60 * 1000;

/** Reloads this page when the rescue worker (kill-switch.js) has removed the worker that holds it. */
export function followRescue(): void {
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if ((data as { type?: unknown } | null)?.type !== 'RESCUED') return;
    try {
      localStorage.setItem(rescuedKey, String(Date.now()));
    } catch {
      // Without storage only the pause before registering anew is lost.
    }
    // A page that no worker holds is good already; reloading it would go on for ever.
    if (navigator.serviceWorker.controller !== null) location.reload();
  });
}

/** Whether a rescue is so fresh that registering anew would bring the bad worker back, as a page may still be in its hands. */
export function rescuedLately(now: number): boolean {
  try {
    return Math.abs(now - Number(localStorage.getItem(rescuedKey))) < pause;
  } catch {
    return false;
  }
}

/** Removes what the bad worker still put into its caches while it was being removed. */
export async function emptyCaches(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
}
