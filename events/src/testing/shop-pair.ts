import type { Redis } from 'ioredis';
import { changeRecords } from '../log/change-records.ts';
import { openScan } from '../log/open-scan.ts';
import type { PastEvents } from '../log/past-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { type OrderLog, openOrderLog } from '../order-log.ts';
import { readRecords } from '../records/record-lines.ts';
import { openBusyShop, visit } from './busy-shop.ts';
import { rawRedis } from './raw-redis.ts';
import { startRedis } from './start-redis.ts';

/** A busy shop with records of all kinds, and an empty Redis beside it. */
export interface ShopPair {
  shop: OrderLog;
  from: Redis;
  fromUrl: string;
  into: Redis;
  intoUrl: string;
  stop(): Promise<void>;
}

/** Opens such a pair. */
export async function openShopPair(): Promise<ShopPair> {
  const [left, right] = await Promise.all([startRedis(), startRedis()]);
  const from = await rawRedis(left.url);
  const into = await rawRedis(right.url);
  const shop = await openOrderLog({ url: left.url, commandTimeoutMs: 30_000 });
  await openBusyShop(shop);
  for (let turn = 0; turn < 40; turn += 1) await visit(shop, turn);
  const unpaid = (await shop.orders({ states: ['unpaid'], limit: 1 })).orders[0]?.id ?? '';
  await shop.registerIntent({ orderId: unpaid, intentId: 'pi_open' });
  await changeRecords(shop.redis, [], ['kind', 'order.shipped', 'subject', 'o']);
  await shop.redis.run(async (connection) => {
    await connection.xAdd(redisKeys.ops, '*', { kind: 'note', why: 'a test' });
    await connection.zAdd(redisKeys.reviews, { value: 'r1', score: 1_700_000_000_000 });
    await connection.set(redisKeys.review('r1'), '{"text":"ভালো হাতুড়ি"}');
    await connection.set(redisKeys.lease('watch'), 'somebody');
    await connection.hSet(redisKeys.follower('watch'), 'id', '1-0');
    await connection.sAdd(redisKeys.record('marks'), ['a', 'b']);
  });
  return {
    ...{ shop, from, into, fromUrl: left.url, intoUrl: right.url },
    async stop() {
      from.disconnect();
      into.disconnect();
      await shop.close();
      await Promise.all([left.stop(), right.stop()]);
    },
  };
}

/** Everything of a shop that cannot be made again, the log and the records, in an order that does not depend on Redis. */
export async function everythingIn(redis: Redis, past?: PastEvents): Promise<string[]> {
  const lines: string[] = [];
  const { host, port } = redis.options;
  const scan = await openScan(`redis://${host}:${port}`, 'test', { past });
  for await (const entries of scan.events.batches(0))
    lines.push(...entries.map((entry) => JSON.stringify(entry)));
  for await (const line of readRecords(scan.client)) {
    if (line.t === 'set') lines.push(JSON.stringify({ ...line, f: line.f.toSorted() }));
    else if (line.t === 'hash') {
      const pairs = line.f.flatMap((field, at) => (at % 2 === 0 ? [[field, line.f[at + 1] ?? '']] : []));
      lines.push(JSON.stringify({ ...line, f: pairs.toSorted().flat() }));
    } else lines.push(JSON.stringify(line));
  }
  await scan.close();
  return lines.sort();
}
