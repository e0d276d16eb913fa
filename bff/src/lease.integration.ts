import { openOrderLog, redisKeys } from '@karigar/events';
import { startRedis } from '@karigar/events/testing';
import { afterAll, expect, test } from 'vitest';
import { withLease } from './lease.ts';

const redis = await startRedis();
const log = await openOrderLog({ url: redis.url });
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
