import type { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { GenerationKeys } from '../log/generation-keys.ts';
import { openScan } from '../log/open-scan.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { type OrderLog, openOrderLog } from '../order-log.ts';
import * as rebuilding from '../rebuild/rebuild.ts';
import { freshLogBeforeEach } from '../testing/fresh-log.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { rebuild, verify } from '../testing/scan-work.ts';
import type { TestRedis } from '../testing/start-redis.ts';

let redis: TestRedis;
let log: OrderLog;
let scan: Redis;
let keys: GenerationKeys;

freshLogBeforeEach(async (fresh) => {
  ({ redis, log, scan, keys } = fresh);
  await offerTool(log, sampleTool(), 100);
});

/** The log dates no event before the last one: from now on its time is this. */
const itIs = (time: string) => scan.hset(redisKeys.meta, 'ts', String(Date.parse(time)));
const place = async (idempotencyKey: string, quantity = 1) =>
  (await log.place(samplePlace({ idempotencyKey, quantity }))).order.id;
const pay = (orderId: string) => log.pay({ orderId, transactionId: `pi_${orderId}`, ...origin });
const none = { placed: 0, paid: 0, money: 0, givenBack: 0 };
const days = ['2099-11-30', '2099-12-01', '2099-12-02'];
/** Two orders of November 30th, of which one is paid on December 1st at 03:00 in Dhaka and given back a day later. */
const expected = [
  { day: '2099-11-30', ...none, placed: 2 },
  { day: '2099-12-01', ...none, paid: 1, money: 36 },
  { day: '2099-12-02', ...none, givenBack: 3_600 },
];

async function sell(): Promise<void> {
  await itIs('2099-11-30T17:59:59.999Z');
  const [orderId] = [await place('a', 3), await place('b')];
  await itIs('2099-11-30T21:00:00Z');
  await pay(orderId);
  await itIs('2099-12-01T18:00:00Z');
  await log.afterPayment(orderId, { type: 'request-refund', reason: 'other', restock: true }, origin);
  const back = { type: 'record-refund', refundId: 're', amount: 3_600, by: 'shop' } as const;
  await log.afterPayment(orderId, back, origin);
}

describe('the sales of a day', () => {
  it('are those of the shop’s clock, whatever the clock of the server says', async () => {
    await sell();
    expect(await log.sales(days)).toEqual(expected);
    expect(await log.soldTools(days)).toEqual(new Map([['tool-hammer', { pieces: 3, money: 36 }]]));
    expect(await log.soldTools(days.slice(0, 1))).toEqual(new Map());
  });

  it('are the same after a rebuild, and verified', async () => {
    await sell();
    await rebuild(scan);
    expect(await log.sales(days)).toEqual(expected);
    expect(await verify(scan)).toMatchObject({ count: 0 });
  });

  it('are named where they are wrong, also on a day without sales, and put right by a rebuild', async () => {
    await sell();
    await scan.hincrby(keys.sales('2099-12-01'), '2099-12-01 money', 4);
    await scan.hset(keys.sales('2100-01-03'), '2100-01-03 placed', '1');
    const { differences } = await verify(scan);
    expect(differences.map(({ kind, subject, message }) => `${kind} ${subject}: ${message}`)).toEqual([
      'sales 2099-12-01 money: 40 is stored, the log says 36',
      'sales 2100-01-03 placed: 1 is stored, the log says 0',
    ]);
    await rebuild(scan);
    expect(await verify(scan)).toMatchObject({ count: 0 });
  });

  it('are counted once when many are placed at the turn of a day', async () => {
    await itIs('2099-11-30T17:59:59.999Z');
    await place('before');
    await itIs('2099-11-30T18:00:00Z');
    await Promise.all(Array.from({ length: 20 }, (_, turn) => place(`at-once-${turn}`)));
    expect((await log.sales(days)).map(({ placed }) => placed)).toEqual([1, 20, 0]);
  });
});

it('a changed time zone takes no orders until a rebuild has counted the days anew', async () => {
  await sell();
  const timeZone = 'UTC';
  const moved = await openOrderLog({ url: redis.url, timeZone, mustExist: true });
  onTestFinished(() => moved.close());
  await expect(moved.ping()).rejects.toThrow('may not write the read models (p4 Asia/Dhaka)');
  await expect(moved.place(samplePlace({ idempotencyKey: 'c' }))).rejects.toThrow('in another time zone');
  const store = await openScan(redis.url, 'rebuild', { timeZone });
  onTestFinished(() => store.close());
  await rebuilding.rebuild(store);
  await moved.ping();
  expect(await moved.sales(days)).toEqual([
    { day: '2099-11-30', ...none, placed: 2, paid: 1, money: 36 },
    { day: '2099-12-01', ...none, givenBack: 3_600 },
    { day: '2099-12-02', ...none },
  ]);
  await expect(log.ping()).rejects.toThrow('p4 UTC');
});
