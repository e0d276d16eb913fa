import { useCallback } from 'react';
import { useSession } from '../session/session-store.ts';
import { personDb } from './person-db.ts';
import { usePersonQuery } from './person-query.ts';

/** A draft with its writer. `draft` is undefined while unknown and null when there is none. */
export interface Draft<T> {
  draft: T | null | undefined;
  save(value: T): Promise<void>;
  discard(): Promise<void>;
}

/** The signed-in person's draft under `key` ('purchase.<tool>', 'review' …), kept through reload, update and sign-in. */
export function useDraft<T>(key: string): Draft<T> {
  const uid = useSession().user?.uid;
  const draft = usePersonQuery(
    async (db): Promise<T | null> => ((await db.drafts.get(key))?.value as T | undefined) ?? null,
    null,
    [key],
  );
  const save = useCallback(
    async (value: T) => {
      if (uid !== undefined) await personDb(uid).drafts.put({ key, value, savedAt: Date.now() });
    },
    [uid, key],
  );
  const discard = useCallback(async () => {
    if (uid !== undefined) await personDb(uid).drafts.delete(key);
  }, [uid, key]);
  return { draft, save, discard };
}
