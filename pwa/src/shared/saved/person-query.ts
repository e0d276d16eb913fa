import { useLiveQuery } from 'dexie-react-hooks';
import { useSession } from '../session/session-store.ts';
import { isAfterLeaving, type PersonDb, personDb } from './person-db.ts';

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
  return useLiveQuery(async () => {
    if (uid === undefined) return nobody;
    try {
      return await read(personDb(uid));
    } catch (error) {
      if (isAfterLeaving(error, uid)) return undefined;
      throw error;
    }
  }, [uid, ...deps]);
}
