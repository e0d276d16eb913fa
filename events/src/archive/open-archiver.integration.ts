import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { redisKeys } from '../log/redis-keys.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { openOrderLog } from '../open-order-log.ts';
import type { OrderLog } from '../order-log.ts';
import { fillLog } from '../testing/fill-log.ts';
import { type MemoryObjects, memoryObjects } from '../testing/memory-objects.ts';
import { startReplicatedRedis } from '../testing/replicated-redis.ts';
import { origin } from '../testing/sample-shop.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { archivedRecords, recordsAt } from './archived-records.ts';
import { type Archiver, openArchiver } from './open-archiver.ts';
import { recordsObject } from './records-name.ts';

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
  await Promise.all(running.splice(0).map((one) => one.close()));
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
  const shop = await log.shop();
  const chosen = await recordsAt(from, shop);
  const keys = new Set<string>();
  const reading = archivedRecords(from, shop, chosen ?? { objects: [] }, () => undefined);
  for await (const changes of reading)
    for (const { t, k } of changes) keys[t === 'gone' ? 'delete' : 'add'](k);
  return keys;
}

describe('an archiver', () => {
  it('has in a base what changed while it was being written', async () => {
    const [reached, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const whole = memoryObjects();
    const { putNew } = store;
    store.putNew = async (name, bytes) => {
      if (name.includes('/records/')) reached.resolve();
      if (name.includes('/records/')) await changed.promise;
      const isNew = await putNew(name, bytes);
      // What is there if the process dies right after.
      if (name.includes('-base-')) for (const [each, kept] of store.kept) whole.kept.set(each, kept);
      return isNew;
    };
    await set(redisKeys.review('before'));
    await set(redisKeys.review('removed'));
    const archiver = await open();
    await archiver.round();
    await reached.promise;
    await set(redisKeys.review('beside'));
    await log.redis.run((connection) => connection.del(redisKeys.review('removed')));
    changed.resolve();
    await expect.poll(async () => (await archiver.round()).recordsAt, patience).not.toBeNull();
    const keys = await archivedKeys(whole);
    expect(keys).toContain(redisKeys.review('before'));
    expect(keys).toContain(redisKeys.review('beside'));
    expect(keys).not.toContain(redisKeys.review('removed'));
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
    expect(store.names().every((name) => name.includes('/log/000000000001-2000-'))).toBe(true);
  });

  it('stops between two of the records that it removes', async () => {
    const shop = await log.shop();
    const old = (n: number) => ({
      base: `${1_600_000_000_000 + n}-00000000`,
      n: 0,
      time: 1_600_000_000_000 + n,
    });
    for (let n = 0; n < 20; n += 1) {
      const rest = { epoch: 0, seq: 1, kind: 'base', hash16: '0'.repeat(16) } as const;
      await store.putNew(recordsObject(shop, { ...old(n), ...rest }), new Uint8Array());
    }
    const [reached, closing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { remove } = store;
    store.remove = async (name) => {
      reached.resolve();
      await closing.promise;
      await remove(name);
    };
    const archiver = await openArchiver({ url: redis.url, store, keepDays: 35 });
    await archiver.round();
    await reached.promise;
    const closed = archiver.close();
    closing.resolve();
    await closed;
    expect(store.names().filter((name) => name.includes('-00000000/'))).toHaveLength(19);
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
      .toContain('another Redis is the primary');
    await expect.poll(async () => (await both.head()).epoch, patience).toBe(2);
    await append();
    expect((await (await open(pair.url)).round()).archived?.seq).toBe(2);
    await both.close();
    await pair.stop();
  });
});
