import type { LiveOrder, LiveParcel } from '@karigar/bff/contracts';
import { useEffect, useRef } from 'react';
import { rereadMyOrders } from '../saved/my-orders.ts';
import { putNewer, removeOrder } from '../saved/order-rows.ts';
import { factOf, personDb } from '../saved/person-db.ts';
import { currentSession, isSignedIn } from '../session/session-store.ts';
import { followLive } from './live-connection.ts';

/** Waits until this page is visible, or `signal` aborts. Gives a signal that aborts when the page is hidden, or with `signal`. */
async function whileVisible(signal: AbortSignal): Promise<AbortSignal> {
  while (document.visibilityState === 'hidden' && !signal.aborted) await change(signal);
  const end = new AbortController();
  if (signal.aborted) end.abort();
  else void change(signal).then(() => end.abort());
  return end.signal;
}

/** Waits until the page is shown or hidden, or `signal` aborts. */
const change = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/**
 * What pages are told: news of one order, whose `order` is null when it was deleted, or for packers when it is not theirs to see any
 * more; or that some may have been missed.
 */
type LiveMessage = LiveOrder | LiveParcel | 'missed';

const listeners = new Set<(message: LiveMessage) => void>();

const tell = (message: LiveMessage) => {
  for (const listener of listeners) listener(message);
};

/**
 * Hears of every order that this person may see as it changes: their own, for admins all, for packers what they ship. `onMissed`
 * is called when there may have been news that is not sent again: what a page has read before has to be read again.
 */
export function useLiveOrders(onNews: (news: LiveOrder | LiveParcel) => void, onMissed: () => void): void {
  const latest = useRef({ onNews, onMissed });
  latest.current = { onNews, onMissed };
  useEffect(() => {
    const heard = (message: LiveMessage) => {
      if (message === 'missed') latest.current.onMissed();
      else latest.current.onNews(message);
    };
    listeners.add(heard);
    return () => {
      listeners.delete(heard);
    };
  }, []);
}

/**
 * Keeps a live connection for the person who is signed in now while this page is visible, because the shop has few seats for one person.
 * A page that is shown again goes on after the last message that it has heard. A person's own orders go to the saved data. Gives the
 * function that stops.
 */
export function keepLive(uid: string): () => void {
  const stop = new AbortController();
  void followWhileVisible(uid, stop.signal);
  return () => stop.abort();
}

async function followWhileVisible(uid: string, signal: AbortSignal): Promise<void> {
  // Of this page: another one may have noted later messages that this one has not heard.
  let last: string | null = null;
  const ports = {
    async lastId() {
      last ??= await personDb(uid).read(async (tables) => (await factOf(tables, 'live'))?.id ?? null);
      return last;
    },
    async onOrder(news: LiveOrder | LiveParcel, id: string) {
      await record(uid, news, id);
      last = id;
    },
    async onGap(id: string) {
      await resumeFrom(uid, id);
      last = id;
    },
    onRefused: async () => reread(uid),
  };
  while (!signal.aborted) {
    const visible = await whileVisible(signal);
    await followLive({ ...ports, signal: visible });
    // Otherwise the sign-in is over.
    if (!visible.aborted) return;
  }
}

/** Goes on from the message `id`, and has everything read again that may lack what happened before, or show what is lost. */
async function resumeFrom(uid: string, id: string): Promise<void> {
  if (!isSignedIn(uid)) return;
  await personDb(uid).write(({ facts }) => facts.put({ key: 'live', id }));
  reread(uid);
}

/** Asks the shop for everything that live news keeps up to date. */
function reread(uid: string): void {
  if (!isSignedIn(uid)) return;
  void rereadMyOrders(uid);
  tell('missed');
}

async function record(uid: string, news: LiveOrder | LiveParcel, id: string): Promise<void> {
  const { user } = currentSession();
  if (user === null || !isSignedIn(uid)) return;
  const isWritten = await personDb(uid).write(async (tables) => {
    await tables.facts.put({ key: 'live', id });
    // Of a parcel, which is somebody else's order, nothing is kept.
    if (!('seq' in news)) return true;
    if (news.order === null) return removeOrder(tables, news.orderId).then(() => true);
    return news.order.email.toLowerCase() !== user.email.toLowerCase() || putNewer(tables, news.order);
  });
  // The saved order is ahead of its news: by an answer that was faster, or by what the shop has lost.
  if (!isWritten) void rereadMyOrders(uid);
  tell(news);
}
