import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { isSignedIn, useSession } from '../session/session-store.ts';
import { createStore } from '../store.ts';
import { deviceStorage } from '../web-storage.ts';

const ofPerson = (uid: string): string => `karigar.draft.${uid}.`;
/** Counts the changes that this page has made. */
const changes = createStore(0);
const announce = () => changes.set(changes.get() + 1);

/** What is kept of this form; null if nothing. */
export const keptDraft = <T>(uid: string, key: string): T | null =>
  deviceStorage.readJson<T>(ofPerson(uid) + key);

/** Keeps a draft before it returns, because a reload may follow at once; in localStorage, as a database takes a moment. */
export function saveDraft(uid: string, key: string, value: unknown): void {
  // After leaving nothing late may bring back what was removed.
  if (isSignedIn(uid)) deviceStorage.write(ofPerson(uid) + key, JSON.stringify(value));
  announce();
}

/** Removes all drafts of a person. */
export function removeDrafts(uid: string): void {
  for (const name of deviceStorage.keys()) if (name.startsWith(ofPerson(uid))) deviceStorage.remove(name);
}

/** A draft with its writer; null when there is none. */
export interface Draft<T> {
  draft: T | null;
  save(value: T): void;
  discard(): void;
}

/** The signed-in person's draft under `key` ('purchase.<tool>', 'review' …), kept through reload, update and sign-in. */
export function useDraft<T>(key: string): Draft<T> {
  const uid = useSession().user?.uid ?? '';
  const name = ofPerson(uid) + key;
  const text = useSyncExternalStore(changes.subscribe, () => deviceStorage.read(name));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept changes with its text
  const draft = useMemo(() => keptDraft<T>(uid, key), [uid, key, text]);
  const save = useCallback((value: T) => saveDraft(uid, key, value), [uid, key]);
  const discard = useCallback(() => {
    deviceStorage.remove(name);
    announce();
  }, [name]);
  return { draft, save, discard };
}
