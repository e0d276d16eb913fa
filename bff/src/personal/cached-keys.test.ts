import { expect, it, vi } from 'vitest';
import { cachedKeys } from './cached-keys.ts';
import { PersonErasedError } from './key-errors.ts';
import { keyStoreContract } from './testing/key-store-contract.ts';
import { memoryKeyStore } from './testing/memory-key-store.ts';

const perStore = new Map<number, ReturnType<typeof memoryKeyStore>>();
const storeOf = (number: number) => {
  const store = perStore.get(number) ?? memoryKeyStore();
  perStore.set(number, store);
  return store;
};
keyStoreContract('in memory', async (number) => storeOf(number));
const perCache = new Map<number, ReturnType<typeof cachedKeys>>();
keyStoreContract('with a cache', async (number) => {
  const keys = perCache.get(number) ?? cachedKeys(memoryKeyStore());
  perCache.set(number, keys);
  return keys;
});

it('asks the store once for those who ask at once, and then not again', async () => {
  const store = memoryKeyStore();
  await store.keyFor('rina');
  const found = vi.spyOn(store, 'find');
  const keys = cachedKeys(store);
  await Promise.all(Array.from({ length: 20 }, () => keys.keyFor('rina')));
  await keys.find('rina');
  expect(found).toHaveBeenCalledTimes(1);
});

it('drops those who were not asked for longest', async () => {
  const store = memoryKeyStore();
  const keys = cachedKeys(store, 2);
  for (const uid of ['a', 'b', 'c']) await store.keyFor(uid);
  for (const uid of ['a', 'b', 'a', 'c', 'a']) await keys.keyFor(uid);
  const found = vi.spyOn(store, 'find');
  for (const uid of ['a', 'c', 'b']) await keys.find(uid);
  expect(found.mock.calls).toEqual([['b']]);
});

it('caches no missing key and no failure', async () => {
  const store = memoryKeyStore();
  const keys = cachedKeys(store);
  expect(await keys.find('rina')).toBe('missing');
  const key = await store.keyFor('rina');
  expect(await keys.find('rina')).toBe(key);
  vi.spyOn(store, 'find').mockRejectedValueOnce(new Error('disk'));
  await expect(keys.find('karim')).rejects.toThrow('disk');
  expect(await keys.find('karim')).toBe('missing');
});

it('forgets at once, also what is being read in that moment', async () => {
  const store = memoryKeyStore();
  const keys = cachedKeys(store);
  await store.keyFor('rina');
  const reading = keys.find('rina');
  await store.erase('rina');
  keys.forget('rina');
  await reading;
  expect(await keys.find('rina')).toBe('erased');
  await expect(keys.keyFor('rina')).rejects.toThrow(PersonErasedError);
});
