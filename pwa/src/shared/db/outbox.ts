import type { NewReview, Order } from '@karigar/bff/contracts';
import { liveQuery } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import { keepStorage, noteEngagement } from '../engagement.ts';
import type { OutboxEntry, OutboxWork, Refusal } from '../outbox/outbox-entry.ts';
import { isUnsent } from '../outbox/outbox-rules.ts';
import { addEntry, changeEntry, discardEntry } from '../outbox/outbox-store.ts';
import { sendNow } from '../outbox/sender.ts';
import { currentSession, useSession } from '../session/session-store.ts';
import { personDb } from './person-db.ts';

export type { Delay, OutboxEntry, OutboxWork, Refusal } from '../outbox/outbox-entry.ts';
export { sendNow } from '../outbox/sender.ts';

/** The order part of an outbox entry. */
export type OrderWork = Extract<OutboxWork, { kind: 'order' }>;

/** What became of an entry after its first try. 'waiting': it is safe on the device and will be sent again. */
export type SubmitOutcome =
  | { type: 'accepted'; orderId: string | null; order: Order | null }
  | { type: 'refused'; refusal: Refusal }
  | { type: 'waiting'; entry: OutboxEntry };

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
  noteEngagement();
  void keepStorage().catch(() => undefined);
  void sendNow();
  return entry;
}

const awaited = new Set<string>();

/** Whether a page is waiting for this entry's outcome and tells the person itself. */
export const isAwaited = (id: string): boolean => awaited.has(id);

/** Waits for the first word about an entry: at most until `limit` (ms), at once when there is no network. */
export function outcomeOf(id: string, limit = 12_000): Promise<SubmitOutcome> {
  const uid = signedInUid();
  awaited.add(id);
  return new Promise<SubmitOutcome>((resolve, reject) => {
    let latest: OutboxEntry | undefined;
    const finish = (outcome: SubmitOutcome) => {
      clearTimeout(timer);
      subscription.unsubscribe();
      resolve(outcome);
    };
    const timer = setTimeout(() => {
      if (latest === undefined) reject(new Error('The entry is gone'));
      else finish({ type: 'waiting', entry: latest });
    }, limit);
    const subscription = liveQuery(() => personDb(uid).outbox.get(id)).subscribe({
      next: (entry) => {
        latest = entry;
        const outcome = entry === undefined ? null : firstWord(entry);
        if (outcome !== null) queueMicrotask(() => finish(outcome));
      },
      error: reject,
    });
  }).finally(() => awaited.delete(id));
}

function firstWord(entry: OutboxEntry): SubmitOutcome | null {
  switch (entry.status) {
    case 'accepted':
      return { type: 'accepted', orderId: entry.orderId, order: entry.order };
    case 'refused':
      return { type: 'refused', refusal: entry.refusal };
    case 'saved':
      return entry.delay !== null || navigator.onLine === false ? { type: 'waiting', entry } : null;
    case 'sending':
      return entry.delay !== null ? { type: 'waiting', entry } : null;
    default:
      return entry satisfies never;
  }
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
  const uid = useSession().user?.uid;
  const entries = useLiveQuery(
    async () => (uid === undefined ? [] : personDb(uid).outbox.orderBy('createdAt').toArray()),
    [uid],
  );
  return { entries, unsent: entries?.filter(isUnsent).length ?? 0 };
}

/** One entry, followed; null when it is gone, undefined while unknown. */
export function useOutboxEntry(id: string | null): OutboxEntry | null | undefined {
  const uid = useSession().user?.uid;
  return useLiveQuery(
    async () => (uid === undefined || id === null ? null : ((await personDb(uid).outbox.get(id)) ?? null)),
    [uid, id],
  );
}
