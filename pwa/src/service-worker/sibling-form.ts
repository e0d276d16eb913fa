import type { WorkboxPlugin } from 'workbox-core';

const form = /^(\/images\/[0-9a-f]{32})(?:-\d+)?\.(?:webp|avif)$/;

/** Whether two addresses are forms (width, format) of one picture. */
export function sameForm(one: string, other: string): boolean {
  const stem = form.exec(one)?.[1];
  return stem !== undefined && stem === form.exec(other)?.[1];
}

/** Without a network any kept form of a picture is better than none. */
export const siblingForm = (cacheName: string): WorkboxPlugin => ({
  async handlerDidError({ request }) {
    const wanted = new URL(request.url).pathname;
    const cache = await caches.open(cacheName);
    const kept = (await cache.keys()).find(({ url }) => sameForm(wanted, new URL(url).pathname));
    return kept === undefined ? undefined : cache.match(kept);
  },
});
