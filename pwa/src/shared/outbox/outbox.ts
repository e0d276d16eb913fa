import { reachability } from '../api/reachability.ts';
import type { OutboxEntry, OutboxWork } from '../saved/outbox-entry.ts';
import { usePersonQuery } from '../saved/person-data.ts';
import { personDb } from '../saved/person-db.ts';
import type { Table } from '../saved/tables.ts';
import { currentSession } from '../session/session-store.ts';
import { changeWork, isUnsent, mayChange } from './entry.ts';
import { sendNow } from './sender.ts';

/** This device could not store a person's work, so it was not taken. */
export class NotStoredError extends Error {
  constructor(cause?: unknown) {
    super('We couldn’t save this on your device.', { cause });
    this.name = 'NotStoredError';
  }
}

/** Changes the signed-in person's outbox. Throws NotStoredError. */
async function change<T>(
  write: (outbox: Table<OutboxEntry>, uid: string, isMemory: boolean) => Promise<T>,
): Promise<T> {
  const uid = currentSession().user?.uid;
  if (uid === undefined) throw new Error('Nobody is signed in');
  const db = personDb(uid);
  try {
    return await db.write(({ outbox }) => write(outbox, uid, db.isMemory));
  } catch (cause) {
    throw new NotStoredError(cause);
  }
}

/**
 * Saves new work on the device and starts sending; in memory, which ends with the page, only while the shop is there to take it. `id` is the
 * intent: the same one again adds nothing. Throws NotStoredError.
 */
export async function enqueue(id: string, work: OutboxWork): Promise<OutboxEntry> {
  const entry = await change(async (outbox, uid, isMemory) => {
    const existing = await outbox.get(id);
    if (existing !== undefined) return existing;
    if (isMemory && !reachability().reachable) throw new Error('Neither storage nor shop');
    const made: OutboxEntry = { id, uid, work, createdAt: Date.now(), status: 'saved', delay: null };
    await outbox.put(made);
    return made;
  });
  void persistStorage().catch(() => undefined);
  void sendNow();
  return entry;
}

/** Asks the browser not to clear this shop's storage; asked when the first work is saved on the device. */
async function persistStorage(): Promise<void> {
  const storage = globalThis.navigator?.storage;
  if (storage?.persist === undefined || (await storage.persisted())) return;
  await storage.persist();
}

/** Changes the work of a saved or refused entry and sends it. Null: it is on its way or done. Throws NotStoredError. */
export async function changeOutboxEntry(id: string, work: OutboxWork): Promise<OutboxEntry | null> {
  const changed = await change(async (outbox) => {
    const entry = await outbox.get(id);
    const next = entry === undefined ? null : changeWork(entry, work);
    if (next !== null) await outbox.put(next);
    return next;
  });
  if (changed !== null) void sendNow();
  return changed;
}

/** Discards a saved or refused entry. False: it is on its way or done. Throws NotStoredError. */
export const discardOutboxEntry = (id: string): Promise<boolean> =>
  change(async (outbox) => {
    const entry = await outbox.get(id);
    if (entry === undefined || !mayChange(entry)) return false;
    await outbox.delete(id);
    return true;
  });

/** Follows the person's outbox, in the order made; `entries` is undefined while unknown. */
export function useOutbox(): { entries: OutboxEntry[] | undefined; unsent: number } {
  const entries = usePersonQuery(async ({ outbox }) =>
    (await outbox.all()).sort((a, b) => a.createdAt - b.createdAt),
  );
  return { entries, unsent: entries?.filter(isUnsent).length ?? 0 };
}
