import { currentSession, type SessionUser, useSession } from '../session/session-store.ts';
import { hasLeft, type PersonTables, personDb } from './person-db.ts';
import { createRevalidation, perKey, type Revalidation, type Saved, useSaved } from './revalidation.ts';
import { useSavedQuery } from './saved-store.ts';

/**
 * What `read` finds in the signed-in person's database, followed. Undefined while unknown, while signed out, and in the moment
 * when the person leaves.
 */
export function usePersonQuery<T>(
  read: (tables: PersonTables) => Promise<T>,
  deps: unknown[] = [],
): T | undefined {
  const uid = useSession().user?.uid;
  return useSavedQuery(uid === undefined ? null : personDb(uid), read, deps);
}

/** Makes a revalidation of work for each person, by uid. It does nothing once that person has gone. */
export function createPersonRevalidation(
  work: (user: SessionUser) => Promise<void>,
): (uid: string) => Revalidation {
  return perKey((uid) =>
    createRevalidation(async () => {
      const { user } = currentSession();
      if (user?.uid !== uid) return;
      await work(user).catch((error: unknown) => {
        if (!hasLeft(uid)) throw error;
      });
    }),
  );
}

/** A part of the signed-in person's saved data, followed. */
export function usePersonData<T>(
  revalidationOf: (uid: string) => Revalidation,
  read: (tables: PersonTables) => Promise<Pick<Saved<T>, 'data' | 'savedAt'>>,
  deps: unknown[] = [],
): Saved<T> {
  const uid = useSession().user?.uid;
  return useSaved(uid === undefined ? null : revalidationOf(uid), usePersonQuery(read, deps));
}
