import { useCallback } from 'react';
import { isSignedIn, useSession } from '../session/session-store.ts';
import { mirrorDraft, mirroredDraft, unmirrorDraft } from './draft-mirror.ts';
import { usePersonQuery } from './person-data.ts';
import { onPersonDb, type PersonDb } from './person-db.ts';

/** A draft with its writer. `draft` is undefined while unknown and null when there is none. */
export interface Draft<T> {
  draft: T | null | undefined;
  save(value: T): Promise<void>;
  discard(): Promise<void>;
}

/** Keeps a draft: at once in the mirror, and a moment later in the database. */
export async function saveDraft(uid: string, key: string, value: unknown, now: number): Promise<void> {
  const draft = { value, savedAt: now };
  // After leaving nothing late may bring back what was removed.
  if (isSignedIn(uid)) mirrorDraft(uid, key, draft);
  await onPersonDb(uid, async (db) => {
    await db.drafts.put({ key, ...draft });
    // What is only in memory ends with the page.
    if (!db.isStandIn) unmirrorDraft(uid, key, draft);
  });
}

/** The newest of what the database and the mirror hold; null when there is no draft. */
export async function newestDraft(db: PersonDb, uid: string, key: string): Promise<unknown> {
  const row = await db.drafts.get(key);
  const mirrored = mirroredDraft(uid, key);
  const newest = mirrored !== null && mirrored.savedAt >= (row?.savedAt ?? 0) ? mirrored : row;
  return newest?.value ?? null;
}

/** The signed-in person's draft under `key` ('purchase.<tool>', 'review' …), kept through reload, update and sign-in. */
export function useDraft<T>(key: string): Draft<T> {
  const uid = useSession().user?.uid;
  const draft = usePersonQuery(
    async (db): Promise<T | null> =>
      uid === undefined ? null : ((await newestDraft(db, uid, key)) as T | null),
    null,
    [key],
  );
  const save = useCallback(
    async (value: T) => {
      if (uid !== undefined) await saveDraft(uid, key, value, Date.now());
    },
    [uid, key],
  );
  const discard = useCallback(async () => {
    if (uid === undefined) return;
    unmirrorDraft(uid, key);
    await onPersonDb(uid, (db) => db.drafts.delete(key));
  }, [uid, key]);
  return { draft, save, discard };
}
