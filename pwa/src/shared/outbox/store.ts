import { reachability } from '../api/reachability.ts';
import { putNewer } from '../saved/order-rows.ts';
import type { AttemptOutcome, Delay, OutboxEntry, OutboxWork } from '../saved/outbox-entry.ts';
import { onPersonDb, type PersonDb, personDb } from '../saved/person-db.ts';
import { beginAttempt, changeWork, endAttempt, mayChange } from './entry.ts';
import { nextToSend } from './retry.ts';

/** How long (ms) an accepted entry stays, so that its page can tell of it; the order itself is in My Orders. */
const acceptedStaysFor = 24 * 60 * 60 * 1000;

/** This device could not store a person's work, so it was not taken. */
export class NotStoredError extends Error {
  constructor(cause?: unknown) {
    super('We couldn’t save this on your device.', { cause });
    this.name = 'NotStoredError';
  }
}

/** Changes the outbox. Throws NotStoredError. */
const store = <T>(uid: string, write: (db: PersonDb) => Promise<T>): Promise<T> =>
  onPersonDb(uid, (db) => db.transaction('rw', db.outbox, () => write(db))).catch((cause: unknown) => {
    throw new NotStoredError(cause);
  });

/**
 * Saves new work on the device, or in memory while the shop is there to take it: that ends with the page. The same id twice is the same intent: returns
 * the entry that is there already. Throws NotStoredError.
 */
export function addEntry(uid: string, id: string, work: OutboxWork, now: number): Promise<OutboxEntry> {
  return store(uid, async (db) => {
    const existing = await db.outbox.get(id);
    if (existing !== undefined) return existing;
    if (db.isStandIn && !reachability().reachable) throw new Error('Neither storage nor shop');
    const entry: OutboxEntry = { id, uid, work, createdAt: now, status: 'saved', delay: null };
    await db.outbox.add(entry);
    return entry;
  });
}

/** Marks the next entry as begun, in one step with choosing it. */
export async function beginNext(
  uid: string,
  passed: ReadonlySet<string>,
  now: number,
): Promise<OutboxEntry | undefined> {
  const db = personDb(uid);
  return db.transaction('rw', db.outbox, async () => {
    const next = nextToSend(await db.outbox.toArray(), passed);
    if (next === undefined) return undefined;
    const begun = beginAttempt(next, now);
    await db.outbox.put(begun);
    return begun;
  });
}

/** Records the outcome; an accepted order is in My Orders in the same step. */
export async function recordOutcome(
  uid: string,
  id: string,
  outcome: AttemptOutcome,
  now: number,
): Promise<void> {
  const db = personDb(uid);
  await db.transaction('rw', db.outbox, db.orders, async () => {
    const entry = await db.outbox.get(id);
    if (entry === undefined) return;
    await db.outbox.put(endAttempt(entry, outcome, now));
    if (outcome.type === 'accepted' && outcome.order !== null) await putNewer(db, outcome.order);
  });
}

/** Notes on the entries that wait behind a delayed one why they wait. */
export async function markWaiting(uid: string, delay: Delay): Promise<void> {
  await personDb(uid)
    .outbox.where('status')
    .equals('saved')
    .modify((entry) => {
      if (entry.status === 'saved') entry.delay = delay;
    });
}

/** Changes the work of an entry that the person may change now. Null: it is on its way or done. Throws NotStoredError. */
export function changeEntry(uid: string, id: string, work: OutboxWork): Promise<OutboxEntry | null> {
  return store(uid, async (db) => {
    const entry = await db.outbox.get(id);
    const changed = entry === undefined ? null : changeWork(entry, work);
    if (changed !== null) await db.outbox.put(changed);
    return changed;
  });
}

/** Discards an entry that the person may change now. False: it is on its way or done. Throws NotStoredError. */
export function discardEntry(uid: string, id: string): Promise<boolean> {
  return store(uid, async (db) => {
    const entry = await db.outbox.get(id);
    if (entry === undefined || !mayChange(entry)) return false;
    await db.outbox.delete(id);
    return true;
  });
}

/** Removes accepted entries after a day. */
export async function sweepAccepted(uid: string, now: number): Promise<void> {
  await personDb(uid)
    .outbox.where('status')
    .equals('accepted')
    .filter((entry) => entry.status === 'accepted' && now - entry.acceptedAt > acceptedStaysFor)
    .delete();
}
