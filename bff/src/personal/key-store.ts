import { randomBytes } from 'node:crypto';
import { type DataKeys, unwrap, type WrappedKey, wrap } from './data-key.ts';
import { KeyStoreError, PersonErasedError } from './key-errors.ts';
import type { KeyObjects } from './key-objects.ts';

/**
 * Keeps one key a person, outside the log and everything that is made of it: without the key, what was sealed with it is noise everywhere.
 * Every method may be called at once by several processes, and throws `ObjectsUnavailableError` while the storage is away.
 */
export type KeyStore = Awaited<ReturnType<typeof openKeyStore>>;

/** Opens the key store. Throws {@link KeyStoreError} when it belongs to another DATA_KEY, or when a part of it is gone. */
export async function openKeyStore(objects: KeyObjects, dataKeys: DataKeys) {
  const newKey = (kind: WrappedKey['kind'], id: string) =>
    objects.write(wrap(dataKeys.current, { kind, id }, randomBytes(32)), 'putNew');
  const indexSecret = async (): Promise<Buffer | null> => {
    const stored = await objects.read('secret', 'index');
    return stored === null || stored === 'erased' ? null : unwrap(dataKeys, stored);
  };
  // Looked for before the secret is read: the process that made the first person's key made the secret before.
  const hasPeople = await objects.hasPeople();
  let index = await indexSecret();
  if (index === null) {
    if (hasPeople)
      throw new KeyStoreError(
        `${objects.place} holds keys of people, but its secret "index" is gone: restore it with npm run orders -- keys --import <file>`,
      );
    // Made before the first person's key: without it no record would be found again.
    await newKey('secret', 'index');
    index = await indexSecret();
  }
  if (index === null) throw new KeyStoreError(`${objects.place} loses what is stored there`);

  const find = async (uid: string): Promise<Buffer | 'erased' | 'missing'> => {
    const stored = await objects.read('person', uid);
    if (stored === null) return 'missing';
    return stored === 'erased' ? stored : unwrap(dataKeys, stored);
  };
  return {
    /** The secret of the shop (32 bytes), for keyed names of addresses and keyed hashes of requests. */
    index,
    /** Tells what is known of a person's key; never makes one. Throws {@link KeyStoreError} for a key that is there but cannot be read. */
    find,
    /**
     * Gives the person's key (32 bytes), made at the first call; once it is answered it outlives a crash. Throws {@link PersonErasedError}, and
     * {@link KeyStoreError} for a key that is there but cannot be read: no second one is made.
     */
    async keyFor(uid: string): Promise<Buffer> {
      let key = await find(uid);
      if (key === 'missing') {
        await newKey('person', uid);
        // Another process may have been first, or the person erased in this moment.
        key = await find(uid);
      }
      if (key === 'erased') throw new PersonErasedError();
      if (key === 'missing') throw new KeyStoreError(`The new key of person ${uid} is gone already`);
      return key;
    },
    /** Destroys the person's key for ever and remembers that. May be repeated, and takes people who never had a key. */
    erase: (uid: string): Promise<void> => objects.erase({ uid, erasedAt: new Date().toISOString() }),
    /** Lists everybody who was erased. */
    erased: async (): Promise<readonly string[]> => (await objects.erased()).map(({ uid }) => uid),
    /** Rejects when the keys of this shop cannot be read right now; changes nothing. */
    async check(): Promise<void> {
      if ((await indexSecret())?.equals(index)) return;
      throw new KeyStoreError(`${objects.place} is not the key store of this shop any more`);
    },
  };
}
