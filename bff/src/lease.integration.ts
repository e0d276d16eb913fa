import { redisKeys } from '@karigar/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withLease } from './lease.ts';
import { TestShop } from './payments/testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await TestShop.start();
});
afterAll(() => shop.stop());

test('work is told when another process has taken its lease, which is left alone then', async () => {
  const key = redisKeys.lease('taken');
  const taken = await withLease(shop.log.redis, 'taken', 300, async (lost) => {
    expect(lost.aborted).toBe(false);
    await shop.log.redis.run((connection) => connection.set(key, 'of another process'));
    await expect.poll(() => lost.aborted, { timeout: 60_000 }).toBe(true);
    return String(lost.reason);
  });
  expect(taken).toContain('The lease "taken" was lost');
  expect(await shop.log.redis.run((connection) => connection.get(key))).toBe('of another process');
});
