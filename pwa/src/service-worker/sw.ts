/// <reference lib="webworker" />
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { notPages } from './not-pages.ts';
import { showNotifications } from './notifications.ts';
import { keepPictures } from './pictures.ts';

declare const self: ServiceWorkerGlobalScope;

// What is kept: the shell with the customer pages, and the pictures. Nothing below /api ever is; saved data lives in the pages'
// databases. Every address of a page is answered with the shell.
cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST);
registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: notPages }));
keepPictures();
showNotifications();

// A first worker takes the open page at once, so that one visit is enough to work offline. A newer one waits until a page
// says SKIP_WAITING, which it does when the person has agreed and nothing is busy.
clientsClaim();
self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
