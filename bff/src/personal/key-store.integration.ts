import { openObjects } from '@karigar/events';
import { TestS3 } from '@karigar/events/s3-simulator';
import { afterAll, expect, it } from 'vitest';
import { rotateKeys } from './key-backup.ts';
import { type KeyObjects, keyObjects } from './key-objects.ts';
import { openKeyStore } from './key-store.ts';
import { keyStoreContract } from './testing/key-store-contract.ts';
import { newDataKey } from './testing/test-keys.ts';

const s3 = await TestS3.start({ pageSize: 7 });
afterAll(() => s3.stop());

const dataKeys = { current: newDataKey(), former: null };
const keysAt = (prefix: string): KeyObjects => {
  const address = s3.address(prefix);
  return keyObjects(openObjects(address, { credentials: s3.credentials }), address);
};

keyStoreContract('a bucket', (store) => openKeyStore(keysAt(`keys-${store}`), dataKeys));

it('a bucket has its keys rewrapped while two servers read and make keys', async () => {
  const current = newDataKey();
  const both = { current, former: dataKeys.current };
  const before = await openKeyStore(keysAt('rotated'), dataKeys);
  const uids = Array.from({ length: 20 }, (_, turn) => `uid-${turn}`);
  const keys = await Promise.all(uids.map(before.keyFor));
  const [one, other] = await Promise.all([
    openKeyStore(keysAt('rotated'), both),
    openKeyStore(keysAt('rotated'), both),
  ]);
  const signal = AbortSignal.any([]);
  const [, read, made, madeToo] = await Promise.all([
    rotateKeys(keysAt('rotated'), both, { signal, onProgress: () => undefined }),
    Promise.all(uids.map(one.find)),
    one.keyFor('new'),
    other.keyFor('new'),
  ]);
  expect(read).toEqual(keys);
  expect(made).toEqual(madeToo);
  const after = await openKeyStore(keysAt('rotated'), { current, former: null });
  expect(await Promise.all(uids.map(after.find))).toEqual(keys);
  expect(await after.find('new')).toEqual(made);
});

it('a bucket that overwrites is refused before a key is made', async () => {
  await s3.order({ effect: 'unkept', method: 'PUT', key: 'overwrites/' });
  await expect(keysAt('overwrites').prepare()).rejects.toThrow(/KEYS_URL overwrites/);
  await s3.heal();
});
