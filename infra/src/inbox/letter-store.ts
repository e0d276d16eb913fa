import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReadLetter, readLetter } from './mime.ts';

/** A letter that came in. */
export interface StoredLetter extends ReadLetter {
  /** Names it in addresses. */
  readonly id: string;
  /** When it came first (ms). */
  readonly at: number;
  /** How often it came: more than once means that the shop could not know that it had arrived. */
  readonly times: number;
}

/** What came in, on disk: one file for each letter, known by its Message-ID. */
export type LetterStore = ReturnType<typeof openLetterStore>;

interface Stored {
  readonly at: number;
  readonly times: number;
  /** Base64. */
  readonly source: string;
}

const fileOf = (id: string): string => `${id}.json`;

/** Opens the letters in a folder, which is made if it is not there. Throws when it cannot be read. */
export function openLetterStore(dir: string, now: () => number = Date.now) {
  mkdirSync(dir, { recursive: true });
  const letters = new Map<string, StoredLetter>();
  for (const name of readdirSync(dir).filter((one) => /^[\da-f]{24}\.json$/.test(one))) {
    const id = name.slice(0, 24);
    const { at, times, source } = JSON.parse(readFileSync(join(dir, name), 'utf8')) as Stored;
    letters.set(id, { id, at, times, ...readLetter(Buffer.from(source, 'base64')) });
  }
  return {
    /** Takes a letter in, on disk when this returns, and tells how often it has come: one that came before is not kept again. */
    add(source: Buffer): number {
      const letter = readLetter(source);
      const known = letter.messageId === '' ? source : letter.messageId;
      const id = createHash('sha256').update(known).digest('hex').slice(0, 24);
      const before = letters.get(id);
      const at = before?.at ?? now();
      const times = (before?.times ?? 0) + 1;
      const path = join(dir, fileOf(id));
      const kept =
        before !== undefined && existsSync(path)
          ? (JSON.parse(readFileSync(path, 'utf8')) as Stored).source
          : source.toString('base64');
      // Renamed into place, so that a kill leaves no half of a letter.
      writeFileSync(`${path}.part`, JSON.stringify({ at, times, source: kept } satisfies Stored));
      renameSync(`${path}.part`, path);
      letters.set(id, { ...(before ?? { id, ...letter }), at, times });
      return times;
    },
    find: (id: string): StoredLetter | null => letters.get(id) ?? null,
    /** Lists all letters, newest first. */
    list: (): StoredLetter[] => [...letters.values()].sort((one, other) => other.at - one.at),
  };
}
