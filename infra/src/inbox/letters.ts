import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Address } from 'postal-mime';

/** What a letter says, its encodings undone. */
interface ReadLetter {
  messageId: string;
  subject: string;
  from: string;
  to: string;
  html: string | null;
  text: string;
}

/** A letter that came in. */
export interface StoredLetter extends ReadLetter {
  /** Names it in addresses. */
  id: string;
  /** When it came first (ms). */
  at: number;
  /** How often it came: more than once means that the shop could not know that it had arrived. */
  times: number;
}

const shown = ({ name, address = '' }: Address): string => (name === '' ? address : `${name} <${address}>`);

/** Reads a letter (RFC 5322 and MIME). Rejects when it cannot be read. */
export async function readLetter(source: Buffer): Promise<ReadLetter> {
  const {
    messageId = '',
    subject = '',
    from,
    to = [],
    html = null,
    text = '',
  } = await PostalMime.parse(source);
  return {
    messageId: messageId.replace(/^<|>$/g, ''),
    from: from === undefined ? '' : shown(from),
    to: to.map(shown).join(', '),
    ...{ subject, html, text },
  };
}

/** What came in, on disk: one file for each letter, known by its Message-ID. */
export type LetterStore = ReturnType<typeof openLetterStore>;

/** Opens the letters in a folder, which is made if it is not there. Throws when it cannot be read. */
export function openLetterStore(dir: string) {
  mkdirSync(dir, { recursive: true });
  const letters = new Map<string, StoredLetter>();
  for (const name of readdirSync(dir).filter((one) => one.endsWith('.json'))) {
    const letter: StoredLetter = JSON.parse(readFileSync(join(dir, name), 'utf8'));
    letters.set(letter.id, letter);
  }
  return {
    /** Takes a letter in, on disk when this returns, and tells how often it has come: one that came before is not kept again. */
    add(letter: ReadLetter): number {
      const known = letter.messageId || JSON.stringify(letter);
      const id = createHash('sha256').update(known).digest('hex').slice(0, 24);
      const before = letters.get(id) ?? { ...letter, id, at: Date.now(), times: 0 };
      const stored = { ...before, times: before.times + 1 };
      const path = join(dir, `${id}.json`);
      // Renamed into place, so that a kill leaves no half of a letter.
      writeFileSync(`${path}.part`, JSON.stringify(stored));
      renameSync(`${path}.part`, path);
      letters.set(id, stored);
      return stored.times;
    },
    find: (id: string): StoredLetter | undefined => letters.get(id),
    /** Lists all letters, newest first. */
    list: (): StoredLetter[] => [...letters.values()].sort((one, other) => other.at - one.at),
  };
}
