import { deviceStorage } from '../web-storage.ts';

const prefix = 'karigar.draft.';
/** Longer drafts (characters) are left to the database: what all sites share of this storage is small. */
const longest = 20_000;
/** At most this many forms of one person: each is only here until the database has it, unless the page ends before. */
const most = 10;

/** What the mirror holds of one form. `savedAt` in ms. */
interface MirroredDraft {
  value: unknown;
  savedAt: number;
}

const ofPerson = (uid: string): string => `${prefix}${uid}.`;
const keysOf = (uid: string): string[] => deviceStorage.keys().filter((key) => key.startsWith(ofPerson(uid)));

/**
 * Keeps a draft at once, before the function returns: the database takes a moment, and a reload in that moment would lose
 * the last key.
 */
export function mirrorDraft(uid: string, key: string, draft: MirroredDraft): void {
  const text = JSON.stringify(draft);
  const name = ofPerson(uid) + key;
  const others = keysOf(uid).filter((each) => each !== name);
  if (text.length > longest || others.length >= most) deviceStorage.remove(name);
  else deviceStorage.write(name, text);
}

/** What the mirror holds of this form; null if nothing. */
export const mirroredDraft = (uid: string, key: string): MirroredDraft | null =>
  deviceStorage.readJson(ofPerson(uid) + key);

/** Lets go of a draft that the database has; what was typed meanwhile stays. Without a draft: of whatever is there. */
export function unmirrorDraft(uid: string, key: string, draft?: MirroredDraft): void {
  const name = ofPerson(uid) + key;
  if (draft === undefined || deviceStorage.read(name) === JSON.stringify(draft)) deviceStorage.remove(name);
}

/** Removes everything that the mirror holds of a person. */
export function removeMirroredDrafts(uid: string): void {
  for (const key of keysOf(uid)) deviceStorage.remove(key);
}
