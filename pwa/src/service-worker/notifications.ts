/// <reference lib="webworker" />
import { readPush } from './push-message.ts';

declare const self: ServiceWorkerGlobalScope;

/** What a notification keeps for its tap. */
interface Kept {
  path: string;
}

/** Shows pushes, opens what they are about, and keeps the subscription when the browser makes another one. */
export function showNotifications(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data?.text())));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open((event.notification.data as Kept | null)?.path ?? '/'));
  });
  self.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renew(event as PushSubscriptionChangeEvent));
  });
}

async function show(text: string | undefined): Promise<void> {
  const { title, body, tag, path, waiting } = readPush(text, self.location.origin);
  const data: Kept = { path };
  const icon = '/icons/icon-192.png';
  await self.registration.showNotification(title, { body, tag, icon, lang: 'en', data });
  if (waiting !== null) await count(waiting);
}

/** Not every browser has an icon that counts, and one may refuse to. */
async function count(waiting: number): Promise<void> {
  await self.navigator.setAppBadge?.(waiting).catch(() => undefined);
}

/** Comes to the window that shows it already; any other may hold something half done, and is left alone. */
async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => {
    const { pathname, search } = new URL(url);
    return pathname + search === path;
  });
  await (there === undefined ? self.clients.openWindow(path) : there.focus());
}

/** Takes the new subscription, or asks for one, and has an open page tell the shop; else the next one that opens does. */
async function renew({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  if (newSubscription === null && oldSubscription !== null)
    await self.registration.pushManager.subscribe(oldSubscription.options);
  for (const client of await self.clients.matchAll({ type: 'window' }))
    client.postMessage({ type: 'PUSH_SUBSCRIPTION_CHANGED' });
}
