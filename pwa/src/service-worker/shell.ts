import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { notPages } from './not-pages.ts';

/** Keeps the shell and the customer pages, and answers every address of a page with the shell. */
export function keepShell(files: (string | PrecacheEntry)[]): void {
  cleanupOutdatedCaches();
  precacheAndRoute(files);
  registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: notPages }));
}
