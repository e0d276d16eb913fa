import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { checkObjects, type ObjectStore } from '@karigar/events';
import { z } from 'zod';
import { WrappedKey } from './data-key.ts';
import { KeyDamagedError } from './key-errors.ts';

/** That a person was erased, and when. */
const Marker = z.strictObject({ uid: z.string(), erasedAt: z.string() });

/** An object of the key store, and a line of its backup. */
export const KeyLine = z.union([WrappedKey, Marker]);
export type KeyLine = z.infer<typeof KeyLine>;

/** Each request to the storage holds a file or a connection, of which a server has few. */
const mostAtOnce = 32;

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

  /** The last request of each lane; a lane sends one at a time. */
  const lanes: Promise<unknown>[] = Array.from({ length: mostAtOnce });
  let turn = 0;
  const inLane = <T>(request: () => Promise<T>): Promise<T> => {
    turn = (turn + 1) % mostAtOnce;
    const answer = Promise.resolve(lanes[turn]).then(request);
    lanes[turn] = answer.catch(() => undefined);
    return answer;
  };
  const load = async (name: string): Promise<string | null> => {
    const bytes = await inLane(() => objects.read(name));
    return bytes && Buffer.from(bytes).toString();
  };
  const parse = (name: string, text: string): KeyLine => {
    try {
      const line = KeyLine.parse(JSON.parse(text));
      if (('wrapped' in line ? nameOf(line.kind, line.id) : nameOf('erased', line.uid)) === name) return line;
      throw new Error('The object has another name');
    } catch (error) {
      throw new KeyDamagedError(
        `${name} is damaged: restore the key store (npm run orders -- keys --import <file>)`,
        error,
      );
    }
  };
  const loadAll = async (part: string): Promise<KeyLine[]> => {
    const names: string[] = [];
    for await (const name of objects.list(`${part}/`)) names.push(name);
    const texts = await Promise.all(names.map(load));
    // An object that was removed meanwhile belonged to a person who is being erased.
    return texts.flatMap((text, at) => (text === null ? [] : [parse(names[at] ?? '', text)]));
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
      const key = text === null ? null : parse(name, text);
      return key !== null && 'wrapped' in key ? key : null;
    },
    /** Stores a key, unless there is one already that is not to be replaced. An erasure at the same moment wins. */
    async write(key: WrappedKey, how: 'putNew' | 'replace'): Promise<void> {
      await inLane<unknown>(() => objects[how](nameOf(key.kind, key.id), bytesOf(key)));
      await removeIfErased(key);
    },
    removeIfErased,
    /** Marks a person as erased for ever, then destroys the key. */
    async erase(marker: z.infer<typeof Marker>): Promise<void> {
      await objects.putNew(nameOf('erased', marker.uid), bytesOf(marker));
      await objects.remove(nameOf('person', marker.uid));
    },
    /** Gives every key of a kind. Throws {@link KeyDamagedError}. */
    keys: async (kind: WrappedKey['kind']) => (await loadAll(kind)).filter((line) => 'wrapped' in line),
    /** Gives the marker of each erased person. */
    erased: async () => (await loadAll('erased')).filter((line) => 'erasedAt' in line),
    /** Tells whether anybody has a key. */
    async hasPeople(): Promise<boolean> {
      for await (const _ of objects.list('person/')) return true;
      return false;
    },
  };
}

const bytesOf = (value: object): Uint8Array => Buffer.from(JSON.stringify(value));
