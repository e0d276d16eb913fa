import { type OrderLog, openOrderLog, redisKeys } from '@karigar/events';
import { startRedis, type TestRedis } from '@karigar/events/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withLease } from './lease.ts';

let redis: TestRedis;
let log: OrderLog;
beforeAll(async () => {
  redis = await startRedis();
  log = await openOrderLog({ url: redis.url });
});
afterAll(async () => {
  await log.close();
  await redis.stop();
});

test('a lease is held by one at a time, and that of another is left alone', async () => {
  const key = redisKeys.lease('taken');
  const held = await withLease(log.redis, 'taken', 300, async () => {
    expect(await withLease(log.redis, 'taken', 300, async () => 'twice')).toBeNull();
    await log.redis.run((connection) => connection.set(key, 'of another process'));
    return 'once';
  });
  expect(held).toBe('once');
  expect(await log.redis.run((connection) => connection.get(key))).toBe('of another process');
});
