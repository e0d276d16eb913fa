import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

const form = /^(\/images\/[0-9a-f]{32}|\/assets\/[\w-]+-drill)(?:-\d+)?(?:-[\w-]{8})?\.(?:webp|avif)$/;

/** Whether two addresses are forms (width, format) of one picture. */
export function sameForm(one: string, other: string): boolean {
  const stem = form.exec(one)?.[1];
  return stem !== undefined && stem === form.exec(other)?.[1];
}

/** Without a network any kept form of a picture, also one that was stored ahead, is better than none. */
const siblingForm: WorkboxPlugin = {
  async handlerDidError({ request }) {
    const wanted = new URL(request.url).pathname;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const kept = (await cache.keys()).find(({ url }) => sameForm(wanted, new URL(url).pathname));
      if (kept !== undefined) return cache.match(kept);
    }
    return undefined;
  },
};

const month = 30 * 24 * 60 * 60;

/**
 * Keeps the shop's own pictures: 100 of them (`pictureLimit` of the pages) for 30 days, fewer when the browser runs out of room. Pictures of another host
 * are left to the browser: a worker's fetch needs `connect-src` of the page's policy, which names no picture hosts.
 */
export function keepPictures(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && /^\/images\/|^\/assets\/.*\.avif$/.test(url.pathname),
    new CacheFirst({
      cacheName: 'karigar-pictures',
      plugins: [
        siblingForm,
        new ExpirationPlugin({ maxEntries: 100, maxAgeSeconds: month, purgeOnQuotaError: true }),
      ],
    }),
  );
}
