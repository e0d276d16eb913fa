import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchPayments } from './payment-watch.ts';
import type { Payments } from './payments.ts';
import { TestShop } from './testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await TestShop.start();
});
afterAll(() => shop.stop());

test('of several processes one watches at a time, and a failed round does not end it', async () => {
  let running = 0;
  let most = 0;
  let rounds = 0;
  let failures = 0;
  const payments: Payments = {
    ...shop.payments,
    async reconcile() {
      running += 1;
      most = Math.max(most, running);
      await new Promise((done) => setTimeout(done, 20));
      running -= 1;
      rounds += 1;
      if (rounds === 2) throw new Error('the provider is away');
      return 0;
    },
  };
  const stops = [1, 2, 3].map(() =>
    watchPayments(payments, {
      redis: shop.log.redis,
      reserveHours: 0,
      everyMs: 5,
      onError: () => {
        failures += 1;
      },
    }),
  );
  await expect.poll(() => rounds, { timeout: 60_000 }).toBeGreaterThan(5);
  await Promise.all(stops.map((stop) => stop()));
  expect(most).toBe(1);
  expect(failures).toBe(1);
});

test('orders older than the reserve time are expired, younger ones stay', async () => {
  const asked: number[] = [];
  const payments: Payments = {
    ...shop.payments,
    async expireUnpaid(placedBefore) {
      asked.push(placedBefore);
      return 0;
    },
  };
  const before = Date.now();
  const stop = watchPayments(payments, {
    redis: shop.log.redis,
    reserveHours: 2,
    everyMs: 5,
    onError: () => undefined,
  });
  await expect.poll(() => asked.length, { timeout: 60_000 }).toBeGreaterThan(0);
  await stop();
  const age = before - (asked[0] ?? 0);
  expect(age).toBeGreaterThan(1.9 * 3_600_000);
  expect(age).toBeLessThanOrEqual(2 * 3_600_000);
});
