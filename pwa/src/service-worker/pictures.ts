import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { siblingForm } from './sibling-form.ts';

/** Only whole answers are kept. Pictures of another host arrive opaque (status 0); they are kept as they are. */
const wholeAnswers: WorkboxPlugin = {
  cacheWillUpdate: ({ response }) =>
    Promise.resolve(response.status === 200 || response.status === 0 ? response : null),
};

const month = 30 * 24 * 60 * 60;

/** Keeps the tools' pictures: 100 of them (`pictureLimit` of the pages) for 30 days, fewer when the browser runs out of room. */
export function keepPictures(): void {
  registerRoute(
    ({ request, url, sameOrigin }) =>
      sameOrigin ? url.pathname.startsWith('/images/') : request.destination === 'image',
    new CacheFirst({
      cacheName: 'karigar-pictures',
      plugins: [
        wholeAnswers,
        siblingForm('karigar-pictures'),
        new ExpirationPlugin({ maxEntries: 100, maxAgeSeconds: month, purgeOnQuotaError: true }),
      ],
    }),
  );
}
