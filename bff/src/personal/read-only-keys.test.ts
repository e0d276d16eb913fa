import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type DataKey, dataKeyFrom } from './data-key.ts';
import { openFileKeyStore } from './file-key-store.ts';
import { KeyStoreError, PersonErasedError } from './key-store.ts';
import { readOnlyKeys } from './read-only-keys.ts';

const folder = await mkdtemp(join(tmpdir(), 'karigar-read-only-'));
const current = dataKeyFrom(randomBytes(32).toString('base64')) as DataKey;
const store = await openFileKeyStore(folder, { current, former: null });
const view = readOnlyKeys(store);
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

it('gives the key of a person who has one', async () => {
  const key = await store.keyFor('rina');
  expect(await view.keyFor('rina')).toEqual(key);
});

it('makes no key for a person who has none', async () => {
  await expect(view.keyFor('karim')).rejects.toThrow(KeyStoreError);
  expect(await store.find('karim')).toBe('missing');
});

it('destroys no key', async () => {
  const key = await store.keyFor('salma');
  await expect(view.erase('salma')).rejects.toThrow(KeyStoreError);
  expect(await store.find('salma')).toEqual(key);
});

it('says of an erased person that they were erased', async () => {
  await store.erase('rahim');
  await expect(view.keyFor('rahim')).rejects.toThrow(PersonErasedError);
});
