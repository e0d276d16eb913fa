import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { TestS3 } from '../testing/s3-simulator.ts';
import { type ObjectStore, ObjectsUnavailableError } from './object-store.ts';
import { openObjects } from './open-objects.ts';
import { namesIn, objectStoreContract } from './testing/object-store-contract.ts';

let number = 0;
const s3 = await TestS3.start({ pageSize: 7 });
afterEach(() => s3.heal());
afterAll(() => s3.stop());

const storeAt = (prefix: string, timeoutMs = 60_000): ObjectStore =>
  openObjects(s3.address(prefix), { credentials: s3.credentials, timeoutMs });
/** A storage of one's own in the same bucket. */
const newStore = (timeoutMs?: number): ObjectStore => storeAt(`own-${++number}`, timeoutMs);
const some = new TextEncoder().encode('some bytes of the shop');
const everyCall: readonly ((store: ObjectStore) => Promise<unknown>)[] = [
  (store) => store.putNew('a', some),
  (store) => store.read('a'),
  (store) => store.remove('a'),
  (store) => namesIn(store),
];

objectStoreContract('an S3-compatible storage', (store) => storeAt(`contract-${store}`));

describe('an S3-compatible storage', () => {
  it('is asked again when it is busy or another write is under way, and given up in time', async () => {
    const store = newStore();
    await s3.order({ effect: 'busy', method: 'PUT', times: 1 });
    await s3.order({ effect: 'conflict', method: 'PUT', times: 1 });
    expect(await store.putNew('a', some)).toBe(true);
    await s3.order({ effect: 'busy', times: 3 });
    await expect(store.read('a')).rejects.toThrow('503 SlowDown');
    expect(await store.read('a')).toEqual(some);
  });

  it('that answers too slowly is away', async () => {
    const store = newStore(300);
    await s3.order({ effect: 'slow', ms: 60_000 });
    for (const ask of everyCall) await expect(ask(store)).rejects.toThrow('did not answer within 0.3 s');
  });

  it('that fails or breaks the connection is away, and is not asked the same again by itself', async () => {
    const store = newStore();
    for (const effect of ['error', 'reset']) {
      await s3.order({ effect, times: 1 });
      await expect(store.putNew(effect, some)).rejects.toThrow(ObjectsUnavailableError);
      expect((await s3.requests()).filter((one) => one.endsWith(`/${effect}`))).toHaveLength(1);
      expect(await store.putNew(effect, some)).toBe(true);
    }
  });

  it('whose answer was lost has kept the object, and says so when it is asked the same', async () => {
    const store = newStore();
    await s3.order({ effect: 'lost', method: 'PUT', times: 1 });
    await expect(store.putNew('a', some)).rejects.toThrow(ObjectsUnavailableError);
    expect(await store.putNew('a', some)).toBe(false);
    expect(await store.read('a')).toEqual(some);
  });

  it.each(['error', 'reset', 'cut-off'])(
    'is asked again for what it can only give, after %s',
    async (effect) => {
      const store = newStore();
      await store.putNew('a', some);
      await s3.order({ effect, method: 'GET', times: 2 });
      expect(await store.read('a')).toEqual(some);
      await s3.order({ effect, method: 'GET', times: 2 });
      expect(await namesIn(store)).toEqual(['a']);
      await s3.order({ effect, method: 'GET', times: 3 });
      await expect(store.read('a')).rejects.toThrow(ObjectsUnavailableError);
    },
  );

  it.each(['wrong-bytes', 'short'])('that gives %s is caught', async (effect) => {
    const store = newStore();
    await store.putNew('a', some);
    await s3.order({ effect, method: 'GET', times: 1 });
    await expect(store.read('a')).rejects.toThrow(ObjectsUnavailableError);
    expect(await store.read('a')).toEqual(some);
  });

  it('may acknowledge what it does not keep and list what was: only reading back tells', async () => {
    const store = newStore();
    await s3.order({ effect: 'unkept', method: 'PUT', times: 1 });
    expect(await store.putNew('a', some)).toBe(true);
    expect(await store.read('a')).toBeNull();
    await s3.order({ effect: 'old-listing' });
    await store.putNew('b', some);
    expect(await namesIn(store)).toEqual([]);
    await s3.heal();
    expect(await namesIn(store)).toEqual(['b']);
  });

  it.each([
    ['keyId', 'InvalidAccessKeyId: check OBJECTS_KEY_ID'],
    ['secret', 'SignatureDoesNotMatch: check OBJECTS_KEY_ID'],
    ['region', 'AuthorizationHeaderMalformed: check OBJECTS_KEY_ID'],
  ])('with another %s says what to check', async (part, says) => {
    const credentials = { ...s3.credentials, [part]: 'another' };
    const store = openObjects(s3.address(), { credentials });
    await expect(store.read('a')).rejects.toThrow(says);
  });

  it('without the bucket has not just no object', async () => {
    const store = openObjects(`${s3.origin}/another`, { credentials: s3.credentials });
    for (const ask of everyCall) await expect(ask(store)).rejects.toThrow(/bucket/i);
  });

  it('that nobody answers at is away', async () => {
    const store = openObjects('http://127.0.0.1:9/shop', { credentials: s3.credentials });
    await expect(store.read('a')).rejects.toThrow('127.0.0.1:9 cannot be reached');
  });
});
