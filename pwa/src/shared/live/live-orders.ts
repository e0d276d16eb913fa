import type { LiveOrder, Order } from '@karigar/bff/contracts';
import { useEffect, useRef } from 'react';
import { refreshMyOrders } from '../db/my-orders.ts';
import { personDb } from '../db/person-db.ts';
import { putNewer } from '../outbox/outbox-store.ts';
import { currentSession, isSignedIn } from '../session/session-store.ts';
import { followLive } from './live-connection.ts';

/** News of one order; `order` is null when it was deleted. */
export interface OrderNews {
  seq: number;
  type: string;
  orderId: string;
  order: Order | null;
}

const listeners = new Set<(news: OrderNews) => void>();
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('karigar-live');

const tell = (news: OrderNews) => {
  for (const listener of listeners) listener(news);
};
channel?.addEventListener('message', ({ data }) => tell(data as OrderNews));

/** Hears of every order that this person may see as it changes: their own, for admins all. */
export function useLiveOrders(listener: (news: OrderNews) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const heard = (news: OrderNews) => latest.current(news);
    listeners.add(heard);
    return () => {
      listeners.delete(heard);
    };
  }, []);
}

/**
 * Keeps one live connection per browser for the person who is signed in now: one tab holds it (browsers allow few
 * connections to one server) and passes the news on. A person's own orders go to the saved copy. Gives the function
 * that stops.
 */
export function keepLive(uid: string): () => void {
  const stop = new AbortController();
  void holdLive(uid, stop.signal);
  return () => stop.abort();
}

async function holdLive(uid: string, signal: AbortSignal): Promise<void> {
  const work = () =>
    followLive({
      signal,
      lastSeq: async () => ((await personDb(uid).meta.get('live.seq'))?.value as number | undefined) ?? null,
      onOrder: (news) => record(uid, news),
      onOpen: () => void refreshMyOrders(uid),
    });
  const held =
    navigator.locks === undefined ? work() : navigator.locks.request(`karigar-live-${uid}`, { signal }, work);
  await held.catch(() => undefined);
}

async function record(uid: string, raw: LiveOrder): Promise<void> {
  const news: OrderNews = { ...raw, order: raw.order ?? null };
  const { user } = currentSession();
  if (user === null || !isSignedIn(uid)) return;
  const db = personDb(uid);
  await db.transaction('rw', db.orders, db.meta, async () => {
    if (news.order === null) await db.orders.delete(news.orderId);
    else if (news.order.email.toLowerCase() === user.email.toLowerCase()) await putNewer(db, news.order);
    await db.meta.put({ key: 'live.seq', value: news.seq });
  });
  tell(news);
  channel?.postMessage(news);
}
