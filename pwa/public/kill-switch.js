// The rescue worker. Served in place of /sw.js it removes every cache and the worker itself, then reloads the pages
// that the bad worker held. A page that no worker controls is left alone, so the rescue cannot loop.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) await caches.delete(name);
      const pages = await self.clients.matchAll({ type: 'window' });
      await self.registration.unregister();
      // Not waited for: a page of this worker only loads once the worker has finished activating.
      for (const page of pages) page.navigate(page.url).catch(() => undefined);
    })(),
  );
});
