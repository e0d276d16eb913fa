import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { siblingForm } from './sibling-form.ts';

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
