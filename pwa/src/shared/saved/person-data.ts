import { useLiveQuery } from 'dexie-react-hooks';
import { currentSession, type SessionUser, useSession } from '../session/session-store.ts';
import { useStore } from '../store.ts';
import { storageTurn } from './database-source.ts';
import { isAfterLeaving, onPersonDb, type PersonDb, personDb } from './person-db.ts';
import { createRevalidation, type Revalidation } from './revalidation.ts';
import { type Saved, type SavedValue, useSaved } from './saved-data.ts';

/**
 * What `read` finds in the signed-in person's database, followed; `nobody` when nobody is signed in. Undefined while
 * unknown, and in the moment when the person leaves.
 */
export function usePersonQuery<T, N>(
  read: (db: PersonDb) => Promise<T>,
  nobody: N,
  deps: unknown[] = [],
): T | N | undefined {
  const uid = useSession().user?.uid;
  const turn = useStore(storageTurn);
  return useLiveQuery(async () => {
    if (uid === undefined) return nobody;
    const db = personDb(uid);
    try {
      return await read(db);
    } catch (error) {
      // Another one takes its place.
      if (db.isUnusable || isAfterLeaving(error, uid)) return undefined;
      throw error;
    }
  }, [uid, turn, ...deps]);
}

/** A revalidation per person: the same one at each call for the same uid. */
export type PersonRevalidation = (uid: string) => Revalidation;

/** Makes a revalidation of work for one person; it does nothing once that person has gone. */
export function createPersonRevalidation(work: (user: SessionUser) => Promise<void>): PersonRevalidation {
  const made = new Map<string, Revalidation>();
  return (uid) => {
    const existing = made.get(uid);
    if (existing !== undefined) return existing;
    const revalidation = createRevalidation(async () => {
      const { user } = currentSession();
      if (user?.uid !== uid) return;
      await onPersonDb(uid, () => work(user)).catch((error: unknown) => {
        if (!isAfterLeaving(error, uid)) throw error;
      });
    });
    made.set(uid, revalidation);
    return revalidation;
  };
}

/** When the shop last confirmed a part of a person's data (ms); null when it never did. */
export const savedAtOf = async (db: PersonDb, key: string): Promise<number | null> =>
  ((await db.meta.get(key))?.value as number | undefined) ?? null;

/** A part of the signed-in person's saved data, followed. */
export function usePersonData<T>(
  revalidationOf: PersonRevalidation,
  read: (db: PersonDb) => Promise<SavedValue<T>>,
  deps: unknown[] = [],
): Saved<T> {
  const uid = useSession().user?.uid;
  return useSaved(uid === undefined ? null : revalidationOf(uid), usePersonQuery(read, undefined, deps));
}
