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
const keysOf = (uid: string): string[] =>
  Object.keys(localStorage).filter((key) => key.startsWith(ofPerson(uid)));

/**
 * Keeps a draft at once, before the function returns: the database takes a moment, and a reload in that moment would lose
 * the last key. Storage that is full or forbidden is no reason to disturb the person who types.
 */
export function mirrorDraft(uid: string, key: string, draft: MirroredDraft): void {
  try {
    const text = JSON.stringify(draft);
    const name = ofPerson(uid) + key;
    const others = keysOf(uid).filter((each) => each !== name);
    if (text.length > longest || others.length >= most) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // The database still has it, a moment later.
  }
}

/** What the mirror holds of this form; null if nothing. */
export function mirroredDraft(uid: string, key: string): MirroredDraft | null {
  try {
    return JSON.parse(localStorage.getItem(ofPerson(uid) + key) ?? 'null') as MirroredDraft | null;
  } catch {
    return null;
  }
}

/** Lets go of a draft that the database has; what was typed meanwhile stays. Without a draft: of whatever is there. */
export function unmirrorDraft(uid: string, key: string, draft?: MirroredDraft): void {
  try {
    const name = ofPerson(uid) + key;
    if (draft === undefined || localStorage.getItem(name) === JSON.stringify(draft))
      localStorage.removeItem(name);
  } catch {
    // Storage that is forbidden holds nothing.
  }
}

/** Removes everything that the mirror holds of a person. */
export function removeMirroredDrafts(uid: string): void {
  try {
    for (const key of keysOf(uid)) localStorage.removeItem(key);
  } catch {
    // Storage that is forbidden holds nothing.
  }
}
