import { currentSession, type SessionUser, useSession } from '../session/session-store.ts';
import { isAfterLeaving, type PersonDb } from './person-db.ts';
import { usePersonQuery } from './person-query.ts';
import { createRefresher, type Refresher, type Saved, useRefresh } from './revalidation.ts';

/** A refresher per person: the same one at each call for the same uid. */
export type PersonRefresher = (uid: string) => Refresher;

/** Makes a refresher of work for one person; it does nothing once that person has gone. */
export function createPersonRefresher(work: (user: SessionUser) => Promise<void>): PersonRefresher {
  const made = new Map<string, Refresher>();
  return (uid) => {
    const known = made.get(uid);
    if (known !== undefined) return known;
    const refresher = createRefresher(async () => {
      const { user } = currentSession();
      if (user?.uid !== uid) return;
      await work(user).catch((error: unknown) => {
        if (!isAfterLeaving(error, uid)) throw error;
      });
    });
    made.set(uid, refresher);
    return refresher;
  };
}

/**
 * A part of the signed-in person's saved copy, followed. Data counts as known once `savedAtKey` is written, or, with
 * 'read-before-saved', as soon as `read` finds it.
 */
export function useMine<T>(
  refresherOf: PersonRefresher,
  savedAtKey: string,
  read: (db: PersonDb, savedAt: number | null) => Promise<T | undefined>,
  deps: unknown[],
  known: 'after-saved' | 'read-before-saved' = 'after-saved',
): Saved<T> {
  const uid = useSession().user?.uid;
  const refresher = uid === undefined ? null : refresherOf(uid);
  const state = useRefresh(refresher);
  const saved = usePersonQuery(
    async (db) => {
      const savedAt = ((await db.meta.get(savedAtKey))?.value as number | undefined) ?? null;
      if (savedAt === null && known === 'after-saved') return { savedAt, data: undefined };
      return { savedAt, data: await read(db, savedAt) };
    },
    undefined,
    deps,
  );
  return {
    ...state,
    data: saved?.data,
    savedAt: saved?.savedAt ?? null,
    refresh: () => refresher?.run() ?? Promise.resolve(),
  };
}
