/// <reference lib="webworker" />
import { clientsClaim } from 'workbox-core';
import { keepPictures } from './pictures.ts';
import { keepShell } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

/** What is kept: the shell and the pictures. Nothing below /api ever is; saved data lives in the pages' databases. */
keepShell(self.__WB_MANIFEST);
keepPictures();

// A first worker takes the open page at once, so that one visit is enough to work offline. A newer one waits until a page
// says SKIP_WAITING, which it does when the person has agreed and nothing is busy.
clientsClaim();
self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
