import { useCallback } from 'react';
import { isSignedIn, useSession } from '../session/session-store.ts';
import { mirrorDraft, mirroredDraft, unmirrorDraft } from './draft-mirror.ts';
import { usePersonQuery } from './person-data.ts';
import { type PersonTables, personDb } from './person-db.ts';

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
  const db = personDb(uid);
  await db.write(({ drafts }) => drafts.put({ key, ...draft }));
  // What is only in memory ends with the page.
  if (!db.isMemory) unmirrorDraft(uid, key, draft);
}

/** The newest of what the database and the mirror hold; null when there is no draft. */
export async function newestDraft({ drafts }: PersonTables, uid: string, key: string): Promise<unknown> {
  const row = await drafts.get(key);
  const mirrored = mirroredDraft(uid, key);
  const newest = mirrored !== null && mirrored.savedAt >= (row?.savedAt ?? 0) ? mirrored : row;
  return newest?.value ?? null;
}

/** The signed-in person's draft under `key` ('purchase.<tool>', 'review' …), kept through reload, update and sign-in. */
export function useDraft<T>(key: string): Draft<T> {
  const uid = useSession().user?.uid ?? '';
  const draft = usePersonQuery(async (tables) => (await newestDraft(tables, uid, key)) as T | null, [key]);
  const save = useCallback((value: T) => saveDraft(uid, key, value, Date.now()), [uid, key]);
  const discard = useCallback(async () => {
    unmirrorDraft(uid, key);
    await personDb(uid).write(({ drafts }) => drafts.delete(key));
  }, [uid, key]);
  return { draft, save, discard };
}
