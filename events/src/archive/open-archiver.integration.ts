import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { redisKeys } from '../log/redis-keys.ts';
import { type ObjectStore, ObjectsUnavailableError } from '../objects/object-store.ts';
import type { OrderLog } from '../order-log.ts';
import { openOrderLog } from '../order-log.ts';
import { recordsObject } from '../records/records-name.ts';
import { readArchivedRecords } from '../records/restore-records.ts';
import { fillLog } from '../testing/fill-log.ts';
import { type MemoryObjects, memoryObjects } from '../testing/memory-objects.ts';
import { startReplicatedRedis } from '../testing/replicated-redis.ts';
import { origin } from '../testing/sample-shop.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { type Archiver, openArchiver } from './open-archiver.ts';

const patience = { timeout: 60_000, interval: 50 };
let redis: TestRedis;
let log: OrderLog;
let store: MemoryObjects;
const running: Archiver[] = [];

beforeAll(async () => {
  redis = await startRedis();
});
beforeEach(async () => {
  store = memoryObjects();
  log = await openOrderLog({ url: redis.url, commandTimeoutMs: 20_000 });
  await log.setStock({ toolId: 't', set: 1, ...origin });
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
  await log.redis.run((connection) => connection.flushAll());
  await log.close();
});
afterAll(() => redis.stop());

const set = (key: string, value = 'x') => log.redis.run((connection) => connection.set(key, value));
async function open(url = redis.url): Promise<Archiver> {
  const archiver = await openArchiver({ url, store, keepDays: 35 });
  running.push(archiver);
  return archiver;
}
/** The keys of the records that a restore would give back. */
async function archivedKeys(from: ObjectStore): Promise<Set<string>> {
  const keys = new Set<string>();
  await readArchivedRecords(from, await log.shop(), undefined, async (changes) => {
    for (const { t, k } of changes) keys[t === 'gone' ? 'delete' : 'add'](k);
  });
  return keys;
}

describe('an archiver', () => {
  it('has in a base what changed while it was being written', async () => {
    const whole = memoryObjects();
    const { putNew } = store;
    store.putNew = async (name, bytes) => {
      const isNew = await putNew(name, bytes);
      // What is there if the process dies right after.
      if (name.includes('-base-')) for (const [each, kept] of store.kept) whole.kept.set(each, kept);
      return isNew;
    };
    await set(redisKeys.review('before'));
    await set(redisKeys.review('removed'));
    const archiver = await open();
    expect(await archiver.round()).toMatchObject({ isBaseUnfinished: true, recordsAt: null });
    await set(redisKeys.review('beside'));
    await log.redis.run((connection) => connection.del(redisKeys.review('removed')));
    expect(await archiver.round()).toMatchObject({ isBaseUnfinished: false, recordsAt: expect.any(Number) });
    const keys = await archivedKeys(whole);
    expect(keys).toContain(redisKeys.review('before'));
    expect(keys).toContain(redisKeys.review('beside'));
    expect(keys).not.toContain(redisKeys.review('removed'));
  });

  it('begins another base when a part cannot be written, and has all records then', async () => {
    const { putNew } = store;
    await set(redisKeys.review('kept'));
    store.putNew = (name, bytes) =>
      name.includes('-part-') ? Promise.reject(new ObjectsUnavailableError('away')) : putNew(name, bytes);
    const archiver = await open();
    await expect(archiver.round()).rejects.toThrow('away');
    store.putNew = putNew;
    for (let round = 0; round < 2; round += 1) await archiver.round();
    expect(await archivedKeys(store)).toContain(redisKeys.review('kept'));
  });

  it('stops within a round when it is told to', async () => {
    const stop = new AbortController();
    const { putNew } = store;
    store.putNew = (name, bytes) => {
      stop.abort(new Error('told to stop'));
      return putNew(name, bytes);
    };
    await fillLog({ url: redis.url, orders: 1_600 });
    const archiver = await open();
    await expect(archiver.round(stop.signal)).rejects.toThrow('told to stop');
    expect(store.names().every((name) => name.includes('/000000000001-2000-'))).toBe(true);
  });

  it('keeps a finished base when an old one cannot be removed, and removes that in a later round', async () => {
    const shop = await log.shop();
    for (let n = 0; n < 3; n += 1) {
      const begun = 1_600_000_000_000 + n;
      const old = { epoch: 1, base: `${begun}-00000000`, n: 0, time: begun, seq: 1, kind: 'base' } as const;
      await store.putNew(recordsObject(shop, { ...old, hash16: '0'.repeat(16) }), new Uint8Array());
    }
    const old = () => store.names().filter((name) => name.includes('-00000000/')).length;
    const { remove } = store;
    store.remove = () => Promise.reject(new ObjectsUnavailableError('not now'));
    const archiver = await open();
    await archiver.round();
    expect(await archiver.round()).toMatchObject({
      recordsAt: expect.any(Number),
      notRemoved: { message: 'not now' },
    });
    expect(old()).toBe(3);
    const objects = store.names();
    expect(await archiver.round()).toMatchObject({ isBaseUnfinished: false });
    expect(store.names()).toEqual(objects);
    store.remove = remove;
    expect(await archiver.round()).toMatchObject({ notRemoved: null });
    expect(old()).toBe(1);
  });

  it('ends when another Redis becomes the primary, though the old one answers on', async () => {
    const pair = await startReplicatedRedis();
    const both = await openOrderLog({ url: pair.url, commandTimeoutMs: 20_000 });
    const append = () => both.setStock({ toolId: 't', set: 1, ...origin });
    await append();
    const former = await open(pair.url);
    expect((await former.round()).archived?.seq).toBe(1);
    await pair.promote();
    await expect
      .poll(() => former.round().then(() => 'went on', String), patience)
      .toContain('The connection to the order log is closed');
    await expect.poll(async () => (await both.head()).epoch, patience).toBe(2);
    await append();
    expect((await (await open(pair.url)).round()).archived?.seq).toBe(2);
    await both.close();
    await pair.stop();
  });
});
