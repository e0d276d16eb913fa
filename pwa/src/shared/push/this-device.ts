import { call } from '../api/call.ts';
import { removeDevice } from '../api/calls.ts';
import { deviceName, isInstalled, isIos } from '../device.ts';
import { deviceStorage } from '../web-storage.ts';

/** Whether notifications come to this browser, or what prevents it. */
export type PushState =
  | 'on'
  | 'off'
  /** The person has said no, which only the browser's settings take back. */
  | 'blocked'
  /** On iOS only the installed shop has notifications. */
  | 'install-first'
  | 'unsupported';

/** What the shop knows this browser by, and whose it is. */
interface KnownDevice {
  id: string;
  uid: string;
  endpoint: string;
}

const knownKey = 'karigar.pushDevice';

const knownDevice = (): KnownDevice | null => deviceStorage.readJson(knownKey);

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function registered(): Promise<ServiceWorkerRegistration | null> {
  if (!isSupported()) return null;
  return (await navigator.serviceWorker.getRegistration().catch(() => undefined)) ?? null;
}

/** The same at once, as far as it can be told without asking the browser's own records. */
export function likelyPushState(uid: string): PushState {
  if (!isSupported()) return isIos() && !isInstalled() ? 'install-first' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && knownDevice()?.uid === uid ? 'on' : 'off';
}

/** Tells whether notifications for this person (uid) come to this browser; makes no call. */
export async function pushState(uid: string): Promise<PushState> {
  const registration = await registered();
  const likely = likelyPushState(uid);
  if (registration === null) return likely === 'install-first' ? likely : 'unsupported';
  if (likely !== 'on') return likely;
  const subscription = await registration.pushManager.getSubscription();
  return subscription?.endpoint === knownDevice()?.endpoint ? 'on' : 'off';
}

/** The id by which the shop knows this browser; null when it does not. */
export const thisDeviceId = (): string | null => knownDevice()?.id ?? null;

/**
 * Asks the browser's question and has the shop tell this person here; called from a tap only. `publicKey` is the shop's. Throws a Failure when the shop
 * cannot be told, and the browser's DOMException when its push service cannot be reached.
 */
export async function startPush(uid: string, publicKey: string): Promise<PushState> {
  const registration = await registered();
  if (registration === null) return pushState(uid);
  if ((await Notification.requestPermission()) !== 'granted') return pushState(uid);
  await tellShop(uid, await subscriptionOf(registration, publicKey));
  return pushState(uid);
}

/** Ends notifications on this browser, here and at the shop; without a network at the shop as soon as it sends the next one. */
export async function stopPush(): Promise<void> {
  const known = knownDevice();
  deviceStorage.remove(knownKey);
  if (known !== null) await removeDevice(known.id).catch(() => undefined);
  await unsubscribe();
}

/**
 * Ends notifications for the person who signs out. `token` is still theirs, the session is over already; notifications of theirs that are shown are closed.
 */
export async function leavePush(token: string | null): Promise<void> {
  const known = knownDevice();
  deviceStorage.remove(knownKey);
  if (known !== null && token !== null) void removeDevice(known.id, token).catch(() => undefined);
  const registration = await registered();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  await unsubscribe();
}

/**
 * Keeps the shop's word about this browser true: tells it of another subscription, and of another person who has signed in here. Does nothing where
 * notifications were never switched on.
 */
export async function keepPush(uid: string, publicKey: string): Promise<void> {
  const registration = await registered();
  if (registration === null || Notification.permission !== 'granted') return;
  const known = knownDevice();
  if (known === null) return;
  const present = await registration.pushManager.getSubscription();
  if ((await pushState(uid)) === 'on' && present !== null && isUnder(present, publicKey)) return;
  await tellShop(uid, await subscriptionOf(registration, publicKey));
}

/** The browser's subscription under the shop's present key; one under another key is of no use any more. */
async function subscriptionOf(
  { pushManager }: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription> {
  const existing = await pushManager.getSubscription();
  if (existing !== null && isUnder(existing, publicKey)) return existing;
  await existing?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** A browser that does not say which key it was is believed. */
function isUnder({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey;
  return key === null || base64url(key) === publicKey;
}

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

async function tellShop(uid: string, subscription: PushSubscription): Promise<void> {
  const { endpoint } = subscription;
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  const body = { endpoint, keys: { p256dh, auth }, name: deviceName() };
  const { _id: id } = await call('POST /me/devices', { body });
  deviceStorage.write(knownKey, JSON.stringify({ id, uid, endpoint } satisfies KnownDevice));
}

async function unsubscribe(): Promise<void> {
  const registration = await registered();
  await (await registration?.pushManager.getSubscription())?.unsubscribe().catch(() => undefined);
}
