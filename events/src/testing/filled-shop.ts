import type { Redis } from 'ioredis';
import { logArchiver } from '../archive/log-archiver.ts';
import { pastSegments } from '../archive/past-segments.ts';
import { openScan, type Scan } from '../log/open-scan.ts';
import type { PastEvents } from '../log/past-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { OrderLog } from '../order-log.ts';
import { openOrderLog } from '../order-log.ts';
import { fillLog } from './fill-log.ts';
import { type MemoryObjects, memoryObjects } from './memory-objects.ts';
import { headIn, rawRedis } from './raw-redis.ts';
import { origin } from './sample-shop.ts';
import { startRedis } from './start-redis.ts';

/** A shop with more than two segments of events, archived in memory, which can be put back to what it was after a trim. */
export interface FilledShop {
  url: string;
  scan: Redis;
  /** The store on a connection of its own, without its archive. */
  live: Scan;
  store: MemoryObjects;
  /** Reads its archive without having read anything of it before. */
  past(): PastEvents;
  /** The shop as a server has it that reads the archive. */
  log: OrderLog;
  /** The same, without having read anything of its archive. */
  openAnother(): Promise<OrderLog>;
  /** Those that are not finished after the filling. */
  openOrders: readonly string[];
  /** Ships or deletes them. */
  finishOrders(): Promise<void>;
  /** Puts every event back into Redis and into the archive. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

const kept = 'kept-log';

/** Opens such a shop. */
export async function filledShop(): Promise<FilledShop> {
  const redis = await startRedis();
  await fillLog({ url: redis.url, orders: 1_500 });
  const scan = await rawRedis(redis.url);
  const live = await openScan(redis.url, 'test');
  const store = memoryObjects();
  let archived = new Map<string, Uint8Array<ArrayBuffer>>();
  const past = () => pastSegments(store);
  const openAnother = () => openOrderLog({ url: redis.url, commandTimeoutMs: 30_000, past: past() });
  const log = await openAnother();
  const keep = async (): Promise<void> => {
    await logArchiver(live, store)(await headIn(scan));
    archived = new Map(store.kept);
    await scan.copy(redisKeys.events, kept, 'REPLACE');
  };
  await keep();
  const listed = async (state: 'unpaid' | 'paid') =>
    (await log.orders({ states: [state], limit: 1_000 })).orders.map(({ id }) => id);
  const [unpaid, paid] = [await listed('unpaid'), await listed('paid')];
  return {
    ...{ url: redis.url, scan, live, store, past, log, openAnother, openOrders: [...unpaid, ...paid] },
    async finishOrders() {
      for (const orderId of unpaid)
        await log.remove({ orderId, reason: 'customer', expectedIntent: null, ...origin });
      for (const orderId of paid) await log.ship({ orderId, ...origin });
      await keep();
    },
    async reset() {
      await scan.copy(kept, redisKeys.events, 'REPLACE');
      await scan.hdel(redisKeys.meta, 'trimSeq', 'trimHash');
      store.kept.clear();
      for (const [name, bytes] of archived) store.kept.set(name, bytes);
    },
    async stop() {
      scan.disconnect();
      await live.close();
      await log.close();
      await redis.stop();
    },
  };
}
