import { useEffect } from 'react';
import type { OutboxEntry, OutboxWork } from '../saved/outbox-entry.ts';
import { usePersonQuery } from '../saved/person-data.ts';
import { currentSession } from '../session/session-store.ts';
import { isUnsent } from './entry.ts';
import { sendNow } from './sender.ts';
import { addEntry, changeEntry, discardEntry } from './store.ts';

const signedInUid = (): string => {
  const uid = currentSession().user?.uid;
  if (uid === undefined) throw new Error('Nobody is signed in');
  return uid;
};

/** Saves new work on the device and starts sending. `id` is the intent; the same one again adds nothing. */
export async function enqueue(id: string, work: OutboxWork): Promise<OutboxEntry> {
  const entry = await addEntry(signedInUid(), id, work, Date.now());
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

/** Changes the work of a saved or refused entry and sends it. Null: it is on its way or done. */
export async function changeOutboxEntry(id: string, work: OutboxWork): Promise<OutboxEntry | null> {
  const changed = await changeEntry(signedInUid(), id, work);
  if (changed !== null) void sendNow();
  return changed;
}

/** Discards a saved or refused entry. False: it is on its way or done. */
export const discardOutboxEntry = (id: string): Promise<boolean> => discardEntry(signedInUid(), id);

/** Follows the person's outbox, in the order made; `entries` is undefined while unknown. */
export function useOutbox(): { entries: OutboxEntry[] | undefined; unsent: number } {
  const entries = usePersonQuery<OutboxEntry[], OutboxEntry[]>(
    (db) => db.outbox.orderBy('createdAt').toArray(),
    [],
  );
  return { entries, unsent: entries?.filter(isUnsent).length ?? 0 };
}

const followed = new Set<string>();

/** Whether a page follows this entry and tells the person itself what became of it. */
export const isFollowed = (id: string): boolean => followed.has(id);

/** Marks an entry as followed while the page is open; for entries that no page follows the shop tells the person. */
export function useFollow(id: string | null): void {
  useEffect(() => {
    if (id === null) return;
    followed.add(id);
    return () => {
      followed.delete(id);
    };
  }, [id]);
}
