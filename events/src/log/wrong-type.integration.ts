import { afterAll, beforeEach, expect, it } from 'vitest';
import type { OrderLog } from '../order-log.ts';
import { openOrderLog } from '../order-log.ts';
import { rawRedis } from '../testing/raw-redis.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { rebuild, verify } from '../testing/scan-work.ts';
import { startRedis } from '../testing/start-redis.ts';
import { storeSnapshot } from '../testing/store-snapshot.ts';
import { changeRecords } from './change-records.ts';
import { ReadModelDamagedError, RecordDamagedError, StoreClosedError } from './log-errors.ts';
import { redisKeys } from './redis-keys.ts';

let log: OrderLog;
let unpaid: string;
let paid: string;
let gone: string;

const redis = await startRedis();
const scan = await rawRedis(redis.url);
afterAll(async () => {
  scan.disconnect();
  await log?.close();
  await redis.stop();
});
beforeEach(openShop);

/** Opens a shop in an emptied Redis that has every kind of key. */
async function openShop(): Promise<void> {
  await scan.flushall();
  await log?.close();
  log = await openOrderLog({ url: redis.url });
  await offerTool(log, sampleTool(), 50);
  const place = async (idempotencyKey: string) => (await log.place(samplePlace({ idempotencyKey }))).order.id;
  unpaid = await place('unpaid');
  paid = await place('paid');
  await log.registerIntent({ orderId: unpaid, intentId: 'pi_open' });
  await log.pay({ orderId: paid, transactionId: 'pi_paid', ...origin });
  gone = await place('gone');
  await log.remove({ orderId: gone, reason: 'customer', expectedIntent: null, ...origin });
  await noted();
  await audited();
}

const audited = () =>
  changeRecords(log.redis, [{ key: redisKeys.record('own'), seen: null }], ['kind', 'tool.added']);

const noted = () => log.redis.run((connection) => connection.xAdd(redisKeys.ops, '*', { kind: 'note' }));

const calls = (): Record<string, () => Promise<unknown>> => ({
  place: () => log.place(samplePlace({ idempotencyKey: 'new' })),
  'place with limits': () =>
    log.place(samplePlace({ idempotencyKey: 'limited', limits: { orders: 20, heldPercent: 50 } })),
  'place again': () => log.place(samplePlace({ idempotencyKey: 'unpaid' })),
  registerIntent: () => log.registerIntent({ orderId: unpaid, intentId: 'pi_next' }),
  pay: () => log.pay({ orderId: unpaid, transactionId: 'pi_new', ...origin }),
  ship: () => log.ship({ orderId: paid, ...origin }),
  'place another': () => log.place(samplePlace({ idempotencyKey: 'other' })),
  setStock: () => log.setStock({ toolId: 'tool-hammer', set: 40, ...origin }),
  stock: () => log.stock(['tool-hammer']),
  order: () => log.order(unpaid),
  'deleted order': () => log.order(gone),
  history: () => log.history(unpaid),
  orders: () => log.orders({ limit: 10 }),
  'orders of a person': () => log.orders({ limit: 10, uids: ['user-1'] }),
  'orders of a name': () => log.orders({ limit: 10, search: 'hammer' }),
  totals: () => log.totals(),
  intent: () => log.intent(unpaid),
  head: () => log.head(),
  'a note': noted,
  audit: audited,
  compareAndSet: () => log.redis.compareAndSet(redisKeys.record('own'), null, 'x'),
});

const inWords = [StoreClosedError, ReadModelDamagedError, RecordDamagedError];

it('a key that was written over stops what needs it, in words that name it, and nothing is half written', async () => {
  const stopped = new Set<string>();
  const all = (await scan.keys('{o}:*')).sort();
  for (const first of all) {
    await openShop();
    const key = first.replace(/\{o\}:g\d+:/, `{o}:g${(await log.head()).gen}:`);
    const isString = (await scan.type(key)) === 'string';
    await scan.rename(key, 'aside');
    await (isString ? scan.rpush(key, 'wrong') : scan.set(key, 'wrong'));
    for (const [name, call] of Object.entries(calls())) {
      const error = await call().catch((thrown: unknown) => thrown as Error);
      if (!(error instanceof Error)) continue;
      const isInWords = inWords.some((kind) => error instanceof kind);
      expect([key, name, error.message, isInWords]).toEqual([key, name, expect.stringContaining(key), true]);
      stopped.add(first);
    }
    expect(await scan.type(key)).toBe(isString ? 'list' : 'string');
    await scan.del(key);
    await scan.rename('aside', key);
    expect([key, (await verify(scan)).count]).toEqual([key, 0]);
  }
  expect([...stopped]).toEqual(all);
});

it('a head that was set back refuses events, and a rebuild makes it anew', async () => {
  const head = await log.head();
  await scan.hset(redisKeys.meta, 'seq', '0');
  const before = await storeSnapshot(log);
  const ordered = log.place(samplePlace({ idempotencyKey: 'new' }));
  await expect(ordered).rejects.toMatchObject({ name: 'StoreClosedError', reason: 'behind' });
  expect(await storeSnapshot(log)).toEqual(before);
  const { gen } = await rebuild(scan);
  expect(await log.head()).toEqual({ ...head, gen, epoch: expect.any(Number) });
  expect(await verify(scan)).toMatchObject({ count: 0 });
  expect((await log.place(samplePlace({ idempotencyKey: 'new' }))).repeated).toBe(false);
});
