import type { NewReview } from '@karigar/bff/contracts';
import { useEffect } from 'react';
import type { OutboxEntry, OutboxWork } from '../saved/outbox-entry.ts';
import { usePersonQuery } from '../saved/person-data.ts';
import { currentSession } from '../session/session-store.ts';
import { isUnsent } from './entry.ts';
import { sendNow } from './sender.ts';
import { addEntry, changeEntry, discardEntry } from './store.ts';

export type { Delay, OutboxEntry, OutboxWork, Refusal } from '../saved/outbox-entry.ts';
export { sendNow } from './sender.ts';

/** The order part of an outbox entry. */
export type OrderWork = Extract<OutboxWork, { kind: 'order' }>;

const signedInUid = (): string => {
  const uid = currentSession().user?.uid;
  if (uid === undefined) throw new Error('Nobody is signed in');
  return uid;
};

/** A new id of one intent: make it when the form opens, so that a double tap is one order. */
export const newIntentId = (): string => crypto.randomUUID();

/** Keeps an order on the device and starts sending. `id` is the intent; repeating it adds nothing. */
export const enqueueOrder = (id: string, work: Omit<OrderWork, 'kind'>): Promise<OutboxEntry> =>
  enqueue(id, { kind: 'order', ...work });

/** Keeps a review on the device and starts sending. */
export const enqueueReview = (id: string, review: NewReview): Promise<OutboxEntry> =>
  enqueue(id, { kind: 'review', review });

async function enqueue(id: string, work: OutboxWork): Promise<OutboxEntry> {
  const entry = await addEntry(signedInUid(), id, work, Date.now());
  void persistStorage().catch(() => undefined);
  void sendNow();
  return entry;
}

/** Asks the browser not to clear this shop's storage; asked when the first work is kept on the device. */
async function persistStorage(): Promise<void> {
  const storage = globalThis.navigator?.storage;
  if (storage?.persist === undefined || (await storage.persisted())) return;
  await storage.persist();
}

const followed = new Map<string, number>();

/** Whether a page follows this entry and tells the person itself what became of it. */
export const isFollowed = (id: string): boolean => followed.has(id);

function useFollow(id: string | null): void {
  useEffect(() => {
    if (id === null) return;
    followed.set(id, (followed.get(id) ?? 0) + 1);
    return () => {
      const left = (followed.get(id) ?? 1) - 1;
      if (left > 0) followed.set(id, left);
      else followed.delete(id);
    };
  }, [id]);
}

/** Changes the work of a saved or refused entry and sends it. False: it is on its way or done. */
export async function changeOutboxEntry(id: string, work: OutboxWork): Promise<boolean> {
  const changed = await changeEntry(signedInUid(), id, work);
  if (changed) void sendNow();
  return changed;
}

/** Throws a saved or refused entry away. False: it is on its way or done. */
export const discardOutboxEntry = (id: string): Promise<boolean> => discardEntry(signedInUid(), id);

/** The person's outbox in the order made, followed; `entries` is undefined while unknown. */
export function useOutbox(): { entries: OutboxEntry[] | undefined; unsent: number } {
  const entries = usePersonQuery<OutboxEntry[], OutboxEntry[]>(
    (db) => db.outbox.orderBy('createdAt').toArray(),
    [],
  );
  return { entries, unsent: entries?.filter(isUnsent).length ?? 0 };
}

/**
 * One entry, followed; null when it is gone, undefined while unknown. The page that follows it tells the person of its
 * outcome; for entries that nobody follows the shop does.
 */
export function useOutboxEntry(id: string | null): OutboxEntry | null | undefined {
  useFollow(id);
  return usePersonQuery(async (db) => (id === null ? null : ((await db.outbox.get(id)) ?? null)), null, [id]);
}
