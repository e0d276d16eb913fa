// The rescue worker. Served in place of /sw.js it removes every cache and the worker, and reloads the pages that the bad
// worker holds. A page that no worker holds is left alone, so the rescue cannot loop.
const emptyCaches = async () => {
  for (const name of await caches.keys()) await caches.delete(name);
};

self.addEventListener('install', (event) => {
  self.skipWaiting();
  // A bad worker with a request in its hands keeps this one waiting, in Chromium for up to five minutes. From here on no
  // visit and no reload meets it any more. Not waited for: the browser unregisters only when the installing is over.
  self.registration.unregister().then(async () => {
    // Pages whose own script still runs reload at once; the others wait for 'activate'.
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    for (const page of pages) page.postMessage({ type: 'RESCUED' });
  });
  event.waitUntil(emptyCaches());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: 'window' });
      // A page that registered meanwhile has undone the first time, and the bad worker may have filled its caches again.
      await self.registration.unregister();
      await emptyCaches();
      for (const page of pages) {
        const address = new URL(page.url);
        // To the same address with a fragment the browser would only scroll.
        address.hash = '';
        // Not waited for: a page of this worker only loads once the worker has finished activating.
        page.navigate(address.href).catch(() => undefined);
      }
    })(),
  );
});
