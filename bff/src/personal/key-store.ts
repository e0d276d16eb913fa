import { randomBytes } from 'node:crypto';
import { type RedisClient, redisKeys } from '@karigar/events';
import { type DataKeys, unwrap, type WrappedKey, wrap } from './data-key.ts';
import { KeyStoreError, PersonErasedError } from './key-errors.ts';
import type { KeyObjects } from './key-objects.ts';
import { keyedHash } from './seal.ts';

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

/** What a process does with keys: all of it, or reading alone. */
type Use = 'all' | 'read';

/**
 * Opens the key store for the shop whose records `redis` holds. The shop remembers which key store is its own by a keyed name, so that a server on
 * an empty or strange store is refused before it makes a second key for anybody; and whose key was made last, so that a server on a copy of the
 * store is refused too. Throws {@link KeyStoreError}, in words that say what to do, before anything is made.
 * @param dataKeys gives what wraps the keys; it is told whether there are any, because a new DATA_KEY opens none of them
 */
export async function openKeysOfShop(
  redis: RedisClient,
  objects: KeyObjects,
  dataKeys: (areThere: boolean) => Promise<DataKeys>,
  use: Use = 'all',
): Promise<KeyStore> {
  const key = redisKeys.record('keys');
  const read = () => redis.commands.get(key);
  const known = await read();
  const areThere = objects.areThere();
  const hasIndex = areThere && (await objects.read('secret', 'index')) !== null;
  if (known !== null && !hasIndex)
    throw new KeyStoreError(
      `The keys of this shop are not in ${objects.place}. Give this server the KEYS_URL of the shop, or the DATA_DIR, which all its servers share, or bring the keys back: npm run orders -- keys --import <file> (see the handbook, 9; for a shop that npm start runs, 4)`,
    );
  const given = await dataKeys(hasIndex || (areThere && (await objects.hasPeople())));
  if (use === 'all') await objects.prepare();
  const store = await openKeyStore(objects, given);
  const name = keyedHash(store.index)('key store');
  if (known === null) await redis.compareAndSet(key, null, name);
  if ((known ?? (await read())) !== name)
    throw new KeyStoreError(
      `${objects.place} holds the keys of another shop than the Redis at REDIS_URL, or was made anew beside the lost one. Give this server the KEYS_URL of the shop, or the DATA_DIR, ` +
        'which all its servers share, or bring the keys back: npm run orders -- keys --import <file> (see the handbook, 9)',
    );
  const refuseCopy = async (): Promise<void> => {
    const newest = await redis.commands.get(newestKey);
    if (newest === null || (await store.find(newest)) !== 'missing') return;
    throw new KeyStoreError(
      `${objects.place} lacks the newest key of the shop: it is a copy, not the place that the other servers use, or an older backup. Share one folder or bucket ` +
        'among all servers; after a restore, npm run orders -- keys --import <file> tells them that this is all there is (see the handbook, 9)',
    );
  };
  const keys: KeyStore = {
    ...store,
    async keyFor(uid) {
      if ((await store.find(uid)) !== 'missing') return store.keyFor(uid);
      if (use === 'read') throw readOnly('make');
      await refuseCopy();
      const made = await store.keyFor(uid);
      await redis.commands.set(newestKey, uid, { expiration: { type: 'EX', value: rememberedSeconds } });
      return made;
    },
    async erase(uid) {
      if (use === 'read') throw readOnly('destroy');
      await store.erase(uid);
    },
    async check() {
      await store.check();
      await refuseCopy();
    },
  };
  await keys.check();
  return keys;
}

/** Refuses to change the keys, which the real shop uses, where the shop is shown as it was. */
const readOnly = (what: string): KeyStoreError =>
  new KeyStoreError(
    `This is the shop as it was: it does not ${what} the key of a person, which the real shop uses.`,
  );

/**
 * Holds the person whose key was made last. No backup holds it, because restored keys may be older; an operator who restores older keys removes
 * it.
 */
export const newestKey = redisKeys.lease('newest-key');
/** A copy that is older lacks more keys than one, and the alarm of missing keys has told of it. */
const rememberedSeconds = 30 * 86_400;
