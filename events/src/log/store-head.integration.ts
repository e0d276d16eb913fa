import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderLog } from '../order-log.ts';
import { openOrderLog } from '../order-log.ts';
import { openBusyShop, visit } from '../testing/busy-shop.ts';
import { rawRedis } from '../testing/raw-redis.ts';
import { origin, samplePlace } from '../testing/sample-shop.ts';
import { rebuild, verify } from '../testing/scan-work.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { generationSnapshot } from '../testing/store-snapshot.ts';
import { changeRecords } from './change-records.ts';
import { redisKeys } from './redis-keys.ts';

describe('a Redis that takes no writes', () => {
  it('is opened for reading when its memory is full, and when it is a replica', async () => {
    const small = await startRedis();
    const first = await openOrderLog({ url: small.url });
    const connection = await rawRedis(small.url);
    try {
      await first.setStock({ toolId: 't', set: 7, ...origin });
      for (const [on, off] of [
        [
          ['CONFIG', 'SET', 'maxmemory', '1mb'],
          ['CONFIG', 'SET', 'maxmemory', '0'],
        ],
        [
          ['REPLICAOF', '127.0.0.1', '1'],
          ['REPLICAOF', 'NO', 'ONE'],
        ],
      ] as [[string, ...string[]], [string, ...string[]]][]) {
        await connection.call(...on);
        const reading = await openOrderLog({ url: small.url });
        expect(await reading.stock(['t'])).toEqual([7]);
        await expect(reading.setStock({ toolId: 't', set: 8, ...origin })).rejects.toThrow('not available');
        await reading.close();
        await connection.call(...off);
      }
    } finally {
      connection.disconnect();
      await first.close();
      await small.stop();
    }
  });
});

describe('a log whose head is lost', () => {
  let redis: TestRedis;
  let log: OrderLog;
  let scan: Redis;
  beforeAll(async () => {
    redis = await startRedis();
    scan = await rawRedis(redis.url);
  });
  beforeEach(async () => {
    await scan.flushall();
    await log?.close();
    log = await openOrderLog({ url: redis.url });
    await openBusyShop(log);
    for (let turn = 0; turn < 12; turn += 1) await visit(log, turn);
  });
  afterAll(async () => {
    scan?.disconnect();
    await log?.close();
    await redis?.stop();
  });

  const headless = { name: 'StoreClosedError', reason: 'headless' };
  const whole = ['seq', 'hash', 'ts', 'gen', 'code', 'shop'];

  it.each([[whole], ...whole.map((field) => [[field]])])(
    'is closed, and nothing is invented in the place of %j',
    async (fields) => {
      await scan.hdel(redisKeys.meta, ...fields);
      const left = await scan.hgetall(redisKeys.meta);
      for (const mustExist of [true, false])
        await expect(openOrderLog({ url: redis.url, mustExist })).rejects.toMatchObject(headless);
      for (const call of [() => log.shop(), () => log.head(), () => log.ping()])
        await expect(call()).rejects.toMatchObject(headless);
      expect(await scan.hgetall(redisKeys.meta)).toEqual(left);
    },
  );

  it('refuses every read and every write of a server that had opened it', async () => {
    const [order] = (await log.orders({ limit: 1, states: ['unpaid'] })).orders;
    const orderId = order?.id ?? '';
    await scan.del(redisKeys.meta);
    for (const call of [
      () => log.place(samplePlace({ toolId: 'tool-0', idempotencyKey: 'new' })),
      () => log.pay({ orderId, transactionId: 'pi_new', ...origin }),
      () => log.remove({ orderId, reason: 'customer', expectedIntent: null, ...origin }),
      () => log.setStock({ toolId: 'tool-0', set: 1, ...origin }),
      () => log.registerIntent({ orderId, intentId: 'pi_new' }),
      () => log.order(orderId),
      () => log.orders({ limit: 1 }),
      () => log.history(orderId),
      () => log.totals(),
      () => log.stock(['tool-0']),
    ])
      await expect(call()).rejects.toMatchObject(headless);
  });

  it('is not begun again in the place of a log that is gone', async () => {
    await scan.rename(redisKeys.events, 'elsewhere');
    const ordered = log.place(samplePlace({ toolId: 'tool-0', idempotencyKey: 'new' }));
    await expect(ordered).rejects.toMatchObject({ name: 'StoreClosedError', reason: 'remains' });
    expect(await scan.exists(redisKeys.events)).toBe(0);
  });

  it('leaves no record in a Redis that was emptied', async () => {
    await scan.flushall();
    const key = redisKeys.record('own');
    const change = { key, seen: null, value: 'new' };
    for (const write of [
      () => log.redis.compareAndSet(key, null, 'new'),
      () => changeRecords(log.redis, [change], ['kind', 'tool.added']),
      () => changeRecords(log.redis, [], ['kind', 'orders.exported']),
    ])
      await expect(write()).rejects.toMatchObject({ name: 'StoreClosedError', reason: 'empty' });
    expect(await scan.dbsize()).toBe(0);
  });

  it('refuses a write also when only its end is lost', async () => {
    await scan.hdel(redisKeys.meta, 'hash');
    const stocked = log.setStock({ toolId: 'tool-0', set: 1, ...origin });
    await expect(stocked).rejects.toMatchObject(headless);
  });

  it('is made whole by a rebuild that is told the id of the shop, under a number and in an epoch never used before', async () => {
    await scan.hset(redisKeys.meta, 'epoch', 3);
    const before = await log.head();
    const models = await generationSnapshot(log);
    await scan.del(redisKeys.meta);
    await expect(rebuild(scan)).rejects.toMatchObject(headless);
    expect(await scan.exists(redisKeys.meta)).toBe(0);
    const { gen } = await rebuild(scan, { shop: before.shop, knownEpoch: 3 });
    expect(gen).toBeGreaterThan(before.gen);
    const { epoch, ...head } = await log.head();
    expect({ ...head, epoch: 3 }).toEqual({ ...before, gen });
    expect(epoch).toBeGreaterThan(3);
    expect(await generationSnapshot(log)).toEqual(models);
    expect(await scan.keys(`{o}:g${before.gen}:*`)).toEqual([]);
    expect(await verify(scan)).toMatchObject({ count: 0 });
    expect((await log.setStock({ toolId: 'tool-0', set: 3, ...origin })).available).toBe(3);
  });

  it('keeps the id that it still has, and takes no other', async () => {
    const { shop } = await log.head();
    await expect(rebuild(scan, { shop: 'another-shop' })).rejects.toThrow(`belongs to the shop ${shop}`);
    await scan.hdel(redisKeys.meta, 'gen');
    await expect(rebuild(scan, { shop: 'another-shop' })).rejects.toThrow(`belongs to the shop ${shop}`);
    await rebuild(scan);
    expect(await log.shop()).toBe(shop);
  });

  it('is not taken for an empty Redis when the log is gone as well', async () => {
    await scan.hset(redisKeys.intents, 'ord_1', 'pi_1');
    await scan.del(redisKeys.meta, redisKeys.events);
    const opening = openOrderLog({ url: redis.url });
    await expect(opening).rejects.toMatchObject({ name: 'StoreClosedError', reason: 'remains' });
  });
});

describe('a Redis without a log', () => {
  it('gets one, unless the log must be there already', async () => {
    const empty = await startRedis();
    const connection = await rawRedis(empty.url);
    try {
      const wrong = openOrderLog({ url: empty.url, mustExist: true });
      await expect(wrong).rejects.toThrow('There is no order log in this Redis');
      await expect(verify(connection)).rejects.toThrow('There is no order log in this Redis');
      expect(await connection.dbsize()).toBe(0);
      await (await openOrderLog({ url: empty.url })).close();
      await (await openOrderLog({ url: empty.url, mustExist: true })).close();
    } finally {
      connection.disconnect();
      await empty.stop();
    }
  });
});
