import { type MemoryObjects, memoryObjects } from '@karigar/events/memory-objects';
import { beforeEach, expect, it } from 'vitest';
import type { DataKeys } from './data-key.ts';
import { type KeyObjects, keyObjects } from './key-objects.ts';
import { type KeyStore, openKeyStore } from './key-store.ts';
import { rotateKeys } from './rotate-keys.ts';
import { newDataKey } from './testing/test-keys.ts';

// More than one page of a listing.
const uids = Array.from({ length: 120 }, (_, turn) => `uid-${turn}`);
const before = { current: newDataKey(), former: null };
const during = { current: newDataKey(), former: before.current };
const after = { current: during.current, former: null };

let kept: MemoryObjects;
let objects: KeyObjects;
let store: KeyStore;
let keys: Buffer[];
beforeEach(async () => {
  kept = memoryObjects();
  objects = keyObjects(kept, 'memory');
  store = await openKeyStore(objects, before);
  keys = await Promise.all(uids.map((uid) => store.keyFor(uid)));
});

const rotate = (dataKeys: DataKeys = during, onProgress = (_: number) => {}, signal = AbortSignal.any([])) =>
  rotateKeys(objects, dataKeys, { signal, onProgress });
const persons = () => kept.names().filter((name) => name.startsWith('person/'));

it('leaves every key and secret as it is, readable by the new DATA_KEY alone', async () => {
  expect(await rotate()).toEqual({ rewrapped: uids.length + 1, already: 0 });
  const rotated = await openKeyStore(objects, after);
  expect(await Promise.all(uids.map((uid) => rotated.find(uid)))).toEqual(keys);
  expect(rotated.index).toEqual(store.index);
  await expect(openKeyStore(objects, before)).rejects.toThrow(/Set the DATA_KEY that the shop had/);
  expect(await rotate()).toEqual({ rewrapped: 0, already: uids.length + 1 });
});

it('goes on where it was stopped, and servers with both DATA_KEYs read all in between', async () => {
  const server = await openKeyStore(objects, during);
  const stopping = new AbortController();
  const stopped = rotate(during, () => stopping.abort(new Error('stopped')), stopping.signal);
  await expect(stopped).rejects.toThrow('stopped');
  expect(await Promise.all(uids.map((uid) => server.find(uid)))).toEqual(keys);
  await server.keyFor('new-in-between');
  expect(await rotate()).toEqual({ rewrapped: 21, already: 101 });
  expect(await Promise.all(uids.map((uid) => server.find(uid)))).toEqual(keys);
});

it('makes one key of two rotations at once', async () => {
  await Promise.all([rotate(), rotate()]);
  const rotated = await openKeyStore(objects, after);
  expect(await Promise.all(uids.map((uid) => rotated.find(uid)))).toEqual(keys);
});

it('brings nobody back who is erased in that moment', async () => {
  const read = await objects.read('person', 'uid-0');
  if (read === null || read === 'erased') throw new Error('no key');
  await store.erase('uid-0');
  await objects.write(read, 'replace');
  expect(await store.find('uid-0')).toBe('erased');
  expect(persons()).toHaveLength(uids.length - 1);
});

it('removes the key that a rotation left which was killed while the person was erased', async () => {
  await rotate();
  const [name = ''] = persons();
  const key = kept.kept.get(name) ?? new Uint8Array();
  const { id } = JSON.parse(Buffer.from(key).toString()) as { id: string };
  await store.erase(id);
  kept.kept.set(name, key);
  await rotate();
  expect(persons()).toHaveLength(uids.length - 1);
});

it('refuses to go on without the DATA_KEY that a key needs, and says which', async () => {
  await expect(rotate(after)).rejects.toThrow(new RegExp(`by the DATA_KEY ${before.current.mark} `));
});
