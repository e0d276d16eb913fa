import { createHmac } from 'node:crypto';
import { type RedisClient, redisKeys } from '@karigar/events';
import type { DataKeys } from './data-key.ts';
import { openFileKeyStore } from './file-key-store.ts';
import { type KeyStore, KeyStoreError } from './key-store.ts';

/**
 * Opens the key store in `root` for the shop whose records `redis` holds. The shop remembers which key store is its own by a keyed name, so that a
 * server on an empty or strange folder is refused before it makes a second key for anybody. Throws {@link KeyStoreError}, in words that say what to do.
 */
export async function openKeysOfShop(
  redis: RedisClient,
  root: string,
  dataKeys: DataKeys,
): Promise<KeyStore> {
  const key = redisKeys.record('keys');
  const read = () => redis.run((connection) => connection.get(key));
  const known = await read();
  const store = await openFileKeyStore(root, dataKeys, { mustExist: known !== null });
  const name = createHmac('sha256', await store.secret('index'))
    .update('key store')
    .digest('hex')
    .slice(0, 32);
  if (known === null) await redis.compareAndSet(key, null, name);
  if ((known ?? (await read())) === name) return store;
  await store.close();
  throw new KeyStoreError(
    `${root} holds the keys of another shop than the Redis at REDIS_URL, or was made anew beside the lost one. Give this server the DATA_DIR of the shop, ` +
      'which all its servers share, or bring the keys back: npm run orders -- keys --import (see the handbook, 11)',
  );
}
