import { type RedisClient, redisKeys } from '@karigar/events';
import type { DataKeys } from './data-key.ts';
import { KeyStoreError } from './key-errors.ts';
import type { KeyObjects } from './key-objects.ts';
import { type KeyStore, openKeyStore } from './key-store.ts';
import { keyedHash } from './keyed-hash.ts';

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
