import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { WrappedKey } from './data-key.ts';
import {
  createOnce,
  destroyFile,
  isDraft,
  isOlder,
  namesIn,
  readIfThere,
  replaceFile,
} from './durable-files.ts';
import { KeyDamagedError } from './key-store.ts';

/** A key as a file holds it. */
export const StoredKey: z.ZodType<WrappedKey> = z.strictObject({
  kind: z.enum(['person', 'secret']),
  id: z.string(),
  wrapped: z.string(),
  by: z.string(),
  madeAt: z.string(),
});
/** That a person was erased, and when. */
export const Marker = z.strictObject({ uid: z.string(), erasedAt: z.string() });
export type Marker = z.infer<typeof Marker>;

type Part = WrappedKey['kind'] | 'erased';
const parts: readonly Part[] = ['person', 'secret', 'erased'];

/** The files of a key store: wrapped keys and the markers of the erased. A marker always wins over a key. */
export type KeyFolder = ReturnType<typeof keyFolder>;

/** Where the keys lie, below the shop's data folder. */
export const keysIn = (dataDir: string): string => join(dataDir, 'keys');

/** Gives the files of the key store in `root`; touches nothing yet. */
export function keyFolder(root: string) {
  const pathOf = (part: Part, id: string): string => {
    // A uid may hold anything; its hash is a file name, and spreads people over folders.
    const name = createHash('sha256').update(id).digest('hex');
    return join(root, part, name.slice(0, 2), `${name}.json`);
  };
  const isErased = async (uid: string): Promise<boolean> =>
    (await readIfThere(pathOf('erased', uid))) !== null;

  return {
    root,
    /** Makes the folders of an empty store. */
    async prepare(): Promise<void> {
      for (const part of parts) await mkdir(join(root, part), { recursive: true, mode: 0o700 });
    },
    /** Reads a key: null when there is none, 'erased' when its person was erased. Throws {@link KeyDamagedError} when the file is damaged. */
    async read(kind: WrappedKey['kind'], id: string): Promise<WrappedKey | 'erased' | null> {
      const path = pathOf(kind, id);
      const text = await readIfThere(path);
      // The marker is read last: an erasure writes it first, so a key that is being destroyed is never half read.
      if (kind === 'person' && (await isErased(id))) return 'erased';
      if (text === null) return null;
      const stored = parsed(StoredKey, path, text);
      if (stored.kind !== kind || stored.id !== id) throw damaged(path);
      return stored;
    },
    /** Keeps a key unless there is one already, or its person was erased. */
    async create(key: WrappedKey): Promise<void> {
      const path = pathOf(key.kind, key.id);
      await createOnce(path, JSON.stringify(key));
      if (key.kind === 'person' && (await isErased(key.id))) await destroyFile(path);
    },
    /** Keeps a key in place of the one that is there. An erasure in the same moment wins. */
    async replace(key: WrappedKey): Promise<void> {
      const path = pathOf(key.kind, key.id);
      const erased = () => (key.kind === 'person' ? isErased(key.id) : false);
      await replaceFile(path, JSON.stringify(key)).catch(async (error: unknown) => {
        if (!(await erased())) throw error;
      });
      if (await erased()) await destroyFile(path);
    },
    /** Marks a person as erased for ever, then destroys the key. */
    async erase(marker: Marker): Promise<void> {
      await createOnce(pathOf('erased', marker.uid), JSON.stringify(marker));
      await destroyFile(pathOf('person', marker.uid));
    },
    /** Finishes the erasures that were cut short after their marker. */
    async finishErasures(): Promise<void> {
      // The keys are listed once, not for each marker: both grow with the shop.
      const keys = new Set<string>();
      for await (const path of paths(root, 'person')) keys.add(path.replace(/\.json\..*$/, '.json'));
      for await (const { uid } of contents(root, 'erased', Marker)) {
        const path = pathOf('person', uid);
        if (keys.has(path)) await destroyFile(path);
      }
    },
    /** Gives every key of a kind. Throws {@link KeyDamagedError} for a damaged file. */
    keys: (kind: WrappedKey['kind']): AsyncGenerator<WrappedKey> => contents(root, kind, StoredKey),
    /** Counts the people who have a key. */
    async people(): Promise<number> {
      let count = 0;
      for await (const path of paths(root, 'person')) if (!isDraft(path)) count += 1;
      return count;
    },
    /** Gives the marker of everybody who was erased. */
    erased: (): AsyncGenerator<Marker> => contents(root, 'erased', Marker),
    /** Removes drafts of keys that were begun more than `olderMs` ago: their process has ended. */
    async removeDrafts(olderMs: number): Promise<void> {
      for (const kind of ['person', 'secret'] as const)
        for await (const path of paths(root, kind))
          if (isDraft(path) && (await isOlder(path, olderMs))) await destroyFile(path);
    },
  };
}

async function* paths(root: string, part: Part): AsyncGenerator<string> {
  for (const shard of await namesIn(join(root, part)))
    for (const name of await namesIn(join(root, part, shard))) yield join(root, part, shard, name);
}

async function* contents<T>(root: string, part: Part, schema: z.ZodType<T>): AsyncGenerator<T> {
  for await (const path of paths(root, part)) {
    if (isDraft(path)) continue;
    const text = await readIfThere(path);
    // A file of a person who is being erased right now is gone for every purpose.
    if (text !== null && !text.includes('\0')) yield parsed(schema, path, text);
  }
}

function parsed<T>(schema: z.ZodType<T>, path: string, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw damaged(path, error);
  }
}

const damaged = (path: string, cause?: unknown): KeyDamagedError =>
  new KeyDamagedError(`${path} is damaged: restore the key store (npm run orders -- keys --import)`, cause);
