import { clientsClaim } from 'workbox-core';

declare const self: ServiceWorkerGlobalScope;

/**
 * A first worker takes the open page at once, so that one visit is enough to work offline. A newer one waits until a
 * page says SKIP_WAITING, which it does when the person has agreed and nothing is busy.
 */
export function takeOver(): void {
  clientsClaim();
  self.addEventListener('message', (event) => {
    if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
  });
}
