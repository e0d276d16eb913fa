import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { wholeAnswers } from './cacheable.ts';
import { siblingForm } from './sibling-form.ts';

const month = 30 * 24 * 60 * 60;

/** Keeps the tools' pictures: 100 of them for 30 days, fewer when the browser runs out of room. */
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
