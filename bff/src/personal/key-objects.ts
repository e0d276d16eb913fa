import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { checkObjects, type ObjectStore } from '@karigar/events';
import { z } from 'zod';
import { WrappedKey } from './data-key.ts';
import { KeyDamagedError } from './key-errors.ts';

/** That a person was erased, and when. */
export const Marker = z.strictObject({ uid: z.string(), erasedAt: z.string() });
type Marker = z.infer<typeof Marker>;

/** Each request to the storage holds a file or a connection, of which a server has few. */
const mostAtOnce = 32;
const pageSize = 100;

/** The objects of a key store: wrapped keys, and the markers of erased persons. A marker always wins over a key. */
export type KeyObjects = ReturnType<typeof keyObjects>;

/** Gives the objects of the key store in the storage at `address`, and touches nothing yet. Each method throws `ObjectsUnavailableError`. */
export function keyObjects(objects: ObjectStore, address: string) {
  const folder = address.startsWith('file:') ? fileURLToPath(address) : null;
  // A uid may hold anything; its hash is a name, and spreads people over folders.
  const nameOf = (part: WrappedKey['kind'] | 'erased', id: string): string => {
    const name = hash('sha256', id, 'hex');
    return `${part}/${name.slice(0, 2)}/${name}`;
  };

  let free = mostAtOnce;
  const waiting: (() => void)[] = [];
  const load = async (name: string): Promise<string | null> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      const bytes = await objects.read(name);
      return bytes && Buffer.from(bytes).toString();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
  /** Reads a list in pages, so that its objects are read side by side. */
  async function* pages<T>(part: string, parse: (name: string, text: string) => T): AsyncGenerator<T[]> {
    let names: string[] = [];
    const loaded = async (): Promise<T[]> => {
      const texts = await Promise.all(names.map(async (name) => [name, await load(name)] as const));
      names = [];
      // An object that was removed meanwhile belonged to a person who is being erased.
      return texts.flatMap(([name, text]) => (text === null ? [] : [parse(name, text)]));
    };
    for await (const name of objects.list(`${part}/`))
      if (names.push(name) === pageSize) yield await loaded();
    yield await loaded();
  }
  const parseKey = (name: string, text: string): WrappedKey => {
    const key = parsed(WrappedKey, name, text);
    if (nameOf(key.kind, key.id) !== name) throw damaged(name);
    return key;
  };
  const isErased = async (uid: string): Promise<boolean> => (await load(nameOf('erased', uid))) !== null;
  /** Removes a key whose person was erased while it was written. */
  const removeIfErased = async ({ kind, id }: WrappedKey): Promise<void> => {
    if (kind === 'person' && (await isErased(id))) await objects.remove(nameOf(kind, id));
  };

  return {
    /** The folder or the address, for messages. */
    place: folder ?? address,
    /** Tells whether the folder exists; of a bucket only a request can tell. */
    areThere: (): boolean => folder === null || existsSync(folder),
    /** Makes the folder of a new store, and checks that the storage gives a name only once. */
    async prepare(): Promise<void> {
      if (folder !== null) await mkdir(folder, { recursive: true, mode: 0o700 });
      await checkObjects(objects);
    },
    /** Reads a key: null when there is none, 'erased' when its person was erased. Throws {@link KeyDamagedError}. */
    async read(kind: WrappedKey['kind'], id: string): Promise<WrappedKey | 'erased' | null> {
      const name = nameOf(kind, id);
      const text = await load(name);
      // The marker is read last: an erasure writes it first, so a person without a key is not taken for one whose key is missing.
      if (kind === 'person' && (await isErased(id))) return 'erased';
      return text === null ? null : parseKey(name, text);
    },
    /** Stores a key unless there is one already, or its person was erased. */
    async create(key: WrappedKey): Promise<void> {
      await objects.putNew(nameOf(key.kind, key.id), bytesOf(key));
      await removeIfErased(key);
    },
    /** Stores a key in the place of the one that is there. An erasure at the same moment wins. */
    async replace(key: WrappedKey): Promise<void> {
      await objects.replace(nameOf(key.kind, key.id), bytesOf(key));
      await removeIfErased(key);
    },
    removeIfErased,
    /** Marks a person as erased for ever, then destroys the key. */
    async erase(marker: Marker): Promise<void> {
      await objects.putNew(nameOf('erased', marker.uid), bytesOf(marker));
      await objects.remove(nameOf('person', marker.uid));
    },
    /** Gives every key of a kind, in pages. Throws {@link KeyDamagedError}. */
    keys: (kind: WrappedKey['kind']) => pages(kind, parseKey),
    /** Gives the marker of each erased person, in pages. */
    erased: () => pages('erased', (name, text) => parsed(Marker, name, text)),
    /** Counts the people who have a key. */
    async people(): Promise<number> {
      let count = 0;
      for await (const _ of objects.list('person/')) count += 1;
      return count;
    },
  };
}

const bytesOf = (value: object): Uint8Array => Buffer.from(JSON.stringify(value));

function parsed<T>(schema: z.ZodType<T>, name: string, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw damaged(name, error);
  }
}

const damaged = (name: string, cause?: unknown): KeyDamagedError =>
  new KeyDamagedError(
    `${name} is damaged: restore the key store (npm run orders -- keys --import <file>)`,
    cause,
  );
