import type { Workbox } from 'workbox-window';
import { onClientTooOld } from '../../shared/api/http.ts';
import { createStore } from '../../shared/store.ts';
import { isBusy } from '../../shared/ui/busy.ts';
import { deviceStorage } from '../../shared/web-storage.ts';

/**
 * Where the update of this page stands. ready: a new version waits. required: the shop no longer talks to this build.
 * applying: the person has said yes.
 */
type Update =
  | { status: 'none' }
  | { status: 'ready'; notes: string[] }
  | { status: 'required'; notes: string[] }
  | { status: 'applying' };

/** State of the update. */
export const update = createStore<Update>({ status: 'none' });

/** Announces a version that waits; what is required already stays required. */
function announceUpdate(notes: string[]): void {
  update.set({ status: update.get().status === 'required' ? 'required' : 'ready', notes });
}

const rescuedKey = 'karigar.rescuedAt';
/** Longer than the five minutes (ms) for which a browser lets a busy bad worker hold a page. */
const pause = 10 * 60 * 1000;

/** Reloads this page when the rescue worker (kill-switch.js) has removed the worker that holds it. */
export function followRescue(): void {
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if ((data as { type?: unknown } | null)?.type !== 'RESCUED') return;
    deviceStorage.write(rescuedKey, String(Date.now()));
    // A page that no worker holds is good already; reloading it would go on for ever.
    if (navigator.serviceWorker.controller !== null) location.reload();
  });
}

/** Whether a rescue is so fresh that registering anew would bring the bad worker back, as a page may still be in its hands. */
export const rescuedLately = (now: number): boolean =>
  Math.abs(now - Number(deviceStorage.read(rescuedKey))) < pause;

/** Removes what the bad worker still put into its caches while it was being removed. */
async function emptyCaches(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
}

const hour = 60 * 60 * 1000;
const longAway = 10 * 60 * 1000;
/** After this time (ms) an update that does nothing is forced. */
const patience = 5_000;
let worker: Workbox | null = null;

/** Registers the service worker after the page has loaded and looks for a newer one each hour and after being away. */
export async function registerServiceWorker(): Promise<void> {
  onClientTooOld(() => {
    if (update.get().status !== 'applying') update.set({ status: 'required', notes: [] });
    void lookForUpdate();
  });
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  followRescue();
  if (rescuedLately(Date.now())) return emptyCaches().catch(() => undefined);
  const { Workbox } = await import('workbox-window');
  worker = new Workbox('/sw.js', { updateViaCache: 'none' });
  const announce = () => void whatIsNew().then(announceUpdate);
  // The very first worker is no update, also when the page before this one began to install it.
  let controlled = navigator.serviceWorker.controller !== null;
  worker.addEventListener('waiting', () => {
    if (controlled) announce();
  });
  worker.addEventListener('controlling', ({ isUpdate, isExternal }) => {
    if (update.get().status === 'applying') location.reload();
    else if (controlled && (isUpdate || isExternal)) announce();
    controlled = true;
  });
  try {
    await worker.register();
  } catch {
    // A browser may block workers, for one site or in a private window: the shop works without, only not offline.
    worker = null;
    return;
  }
  setInterval(() => void lookForUpdate(), hour);
  lookOnReturn();
}

async function lookForUpdate(): Promise<void> {
  if (navigator.onLine) await worker?.update().catch(() => undefined);
}

function lookOnReturn(): void {
  let left = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') left = Date.now();
    else if (Date.now() - left > longAway) void lookForUpdate();
  });
}

async function whatIsNew(): Promise<string[]> {
  try {
    const answer = await fetch('/whats-new.json', {
      cache: 'no-store',
      signal: AbortSignal.timeout(patience),
    });
    const { notes } = (await answer.json()) as { notes?: unknown };
    return Array.isArray(notes) ? notes.filter((note) => typeof note === 'string') : [];
  } catch {
    return [];
  }
}

/** Switches to the waiting version and reloads. When nothing happens within five seconds the worker is removed first. */
export async function applyUpdate(): Promise<void> {
  if (isBusy()) return;
  update.set({ status: 'applying' });
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (!registration?.waiting && navigator.serviceWorker?.controller) await lookForUpdate();
  if (registration?.waiting) worker?.messageSkipWaiting();
  else if (!registration?.installing) return location.reload();
  setTimeout(() => {
    void registration.unregister().finally(() => location.reload());
  }, patience);
}
