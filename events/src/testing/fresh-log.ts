import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type GenerationKeys, generationKeys } from '../log/generation-keys.ts';
import type { OrderLog } from '../order-log.ts';
import { openOrderLog } from '../order-log.ts';
import { rawRedis } from './raw-redis.ts';
import { startRedis, type TestRedis } from './start-redis.ts';

/** A new order log on an empty Redis, with a connection for scans and the keys of its first generation. */
interface FreshLog {
  redis: TestRedis;
  log: OrderLog;
  scan: Redis;
  keys: GenerationKeys;
}

/**
 * Gives each test of a file, or of a `describe`, a fresh log on one Redis that they share. `prepare` takes it over and puts into it what
 * every test begins with.
 */
export function freshLogBeforeEach(prepare: (fresh: FreshLog) => unknown): void {
  let redis: TestRedis;
  let scan: Redis;
  let log: OrderLog | undefined;
  beforeAll(async () => {
    redis = await startRedis();
    scan = await rawRedis(redis.url);
  });
  beforeEach(async () => {
    await scan.flushall();
    await log?.close();
    log = await openOrderLog({ url: redis.url, commandTimeoutMs: 30_000 });
    await prepare({ redis, log, scan, keys: generationKeys((await log.head()).gen) });
  });
  afterAll(async () => {
    scan?.disconnect();
    await log?.close();
    await redis?.stop();
  });
}
