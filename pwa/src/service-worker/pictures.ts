import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

const form = /^(\/images\/[0-9a-f]{32})(?:-\d+)?\.(?:webp|avif)$/;

/** Whether two addresses are forms (width, format) of one picture. */
export function sameForm(one: string, other: string): boolean {
  const stem = form.exec(one)?.[1];
  return stem !== undefined && stem === form.exec(other)?.[1];
}

/** Without a network any kept form of a picture is better than none. */
const siblingForm = (cacheName: string): WorkboxPlugin => ({
  async handlerDidError({ request }) {
    const wanted = new URL(request.url).pathname;
    const cache = await caches.open(cacheName);
    const kept = (await cache.keys()).find(({ url }) => sameForm(wanted, new URL(url).pathname));
    return kept === undefined ? undefined : cache.match(kept);
  },
});

const month = 30 * 24 * 60 * 60;

/**
 * Keeps the shop's own pictures: 100 of them (`pictureLimit` of the pages) for 30 days, fewer when the browser runs out of room. Pictures of another host
 * are left to the browser: a worker's fetch needs `connect-src` of the page's policy, which names no picture hosts.
 */
export function keepPictures(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/images/'),
    new CacheFirst({
      cacheName: 'karigar-pictures',
      plugins: [
        siblingForm('karigar-pictures'),
        new ExpirationPlugin({ maxEntries: 100, maxAgeSeconds: month, purgeOnQuotaError: true }),
      ],
    }),
  );
}
