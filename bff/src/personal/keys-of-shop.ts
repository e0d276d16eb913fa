import { createHmac } from 'node:crypto';
import { type RedisClient, redisKeys } from '@karigar/events';
import type { DataKeys } from './data-key.ts';
import { openFileKeyStore } from './file-key-store.ts';
import { keyFolder } from './key-folder.ts';
import { type KeyStore, KeyStoreError, PersonErasedError } from './key-store.ts';

/**
 * Opens the key store in `root` for the shop whose records `redis` holds. The shop remembers which key store is its own by a keyed name, so that a
 * server on an empty or strange folder is refused before it makes a second key for anybody; and whose key was made last, so that a
 * server on a copy of the folder is refused too. Throws {@link KeyStoreError}, in words that say what to do, before anything is made.
 * @param dataKeys gives what wraps the keys; it is told whether there are any, because a new DATA_KEY opens none of them
 * @param makesKeys false for a command that only looks at persons, or erases them: it goes on where the newest key is lost
 */
export async function openKeysOfShop(
  redis: RedisClient,
  root: string,
  dataKeys: (areThere: boolean) => Promise<DataKeys>,
  makesKeys = true,
): Promise<KeyStore> {
  const key = redisKeys.record('keys');
  const read = () => redis.run((connection) => connection.get(key));
  const known = await read();
  const folder = keyFolder(root);
  const hasIndex = (await folder.read('secret', 'index')) !== null;
  if (known !== null && !hasIndex)
    throw new KeyStoreError(
      `The keys of this shop are not in ${root}. Give this server the DATA_DIR of the shop, which all its servers share, or bring the keys back: npm run orders -- keys --import (see the handbook, 9; for a shop that npm start runs, 3)`,
    );
  const store = await openFileKeyStore(root, await dataKeys(hasIndex || (await folder.people()) > 0));
  try {
    const name = createHmac('sha256', await store.secret('index'))
      .update('key store')
      .digest('hex')
      .slice(0, 32);
    if (known === null) await redis.compareAndSet(key, null, name);
    if ((known ?? (await read())) !== name)
      throw new KeyStoreError(
        `${root} holds the keys of another shop than the Redis at REDIS_URL, or was made anew beside the lost one. Give this server the DATA_DIR of the shop, ` +
          'which all its servers share, or bring the keys back: npm run orders -- keys --import (see the handbook, 9)',
      );
    const shared = sharedKeys(redis, root, store);
    if (makesKeys) await shared.check();
    return shared;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Where Redis remembers whose key was made last. In no backup, because the keys that are restored with one may be older; whoever restores
 * older keys removes it.
 */
export const newestKey = redisKeys.lease('newest-key');
/** A copy that is older lacks more keys than one, and the alarm of missing keys has told of it. */
const rememberedSeconds = 30 * 86_400;

/** Puts a check in front of a store in a folder: no new key is made, and the store is not ready, where the newest key of the shop is not. */
function sharedKeys(redis: RedisClient, root: string, store: KeyStore): KeyStore {
  const refuseCopy = async (): Promise<void> => {
    const newest = await redis.run((connection) => connection.get(newestKey));
    if (newest === null || (await store.find(newest)) !== 'missing') return;
    throw new KeyStoreError(
      `${root} lacks the newest key of the shop: it is a copy, not the folder that the other servers use, or an older backup. Share one folder ` +
        'among all servers; after a restore, npm run orders -- keys --import tells them that this is all there is (see the handbook, 9)',
    );
  };
  return {
    ...store,
    async keyFor(uid) {
      const known = await store.find(uid);
      if (known === 'erased') throw new PersonErasedError();
      if (known instanceof Buffer) return known;
      await refuseCopy();
      const made = await store.keyFor(uid);
      await redis.run((connection) =>
        connection.set(newestKey, uid, { expiration: { type: 'EX', value: rememberedSeconds } }),
      );
      return made;
    },
    async check() {
      await store.check();
      await refuseCopy();
    },
  };
}
