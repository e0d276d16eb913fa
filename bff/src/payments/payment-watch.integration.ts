import { type OrderLog, redisKeys } from '@karigar/events';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { GatewayUnavailableError } from './payment-gateway.ts';
import type { PaymentParts } from './payment-parts.ts';
import { watchPayments } from './payment-watch.ts';
import type { PaymentGateway } from './stripe-gateway.ts';
import { newPerson, TestShop } from './testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await TestShop.start();
});
afterAll(() => shop.stop());

/** A reservation in which only `verified` (uids) are verified. */
const reservation = (hours: number, unverifiedHours: number, verified: readonly string[] = []) => ({
  hours,
  unverifiedHours,
  verifiedAmong: async (uids: readonly string[]) => new Set(uids.filter((uid) => verified.includes(uid))),
});

/** The shop's parts, with `look` run before each look at its orders. */
function lookingWith(look: (filter: { readonly to?: number | undefined }) => Promise<void>): PaymentParts {
  const orders: OrderLog['orders'] = async (filter) => {
    await look(filter);
    return shop.log.orders(filter);
  };
  const log = new Proxy(shop.log, {
    get: (target, name) => (name === 'orders' ? orders : Reflect.get(target, name)),
  });
  return { ...shop.parts, log };
}

test('of several processes one watches at a time, and a failed round does not end it', async () => {
  let running = 0;
  let most = 0;
  let rounds = 0;
  let failures = 0;
  const parts = lookingWith(async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((done) => setTimeout(done, 20));
    running -= 1;
    rounds += 1;
    if (rounds === 2) throw new Error('the provider is away');
  });
  const stops = [1, 2, 3].map(() =>
    watchPayments(parts, {
      reservation: reservation(72, 72),
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

test('a refund that was asked for and not answered is finished', async () => {
  const { id } = await shop.paidOrder(await shop.newTool(10));
  const asked = { type: 'request-refund', reason: 'damaged', restock: false } as const;
  await shop.log.afterPayment(id, asked, { actor: 'admin:test', correlationId: 'test' });
  let refunded = 0;
  const stop = watchPayments(shop.parts, {
    reservation: reservation(72, 72),
    everyMs: 5,
    onError: () => undefined,
    onRound: (round) => {
      refunded += round.refunded;
    },
  });
  await expect.poll(() => refunded, { timeout: 60_000 }).toBe(1);
  await stop();
  expect(await shop.log.order(id)).toMatchObject({ status: 'refunded', refundRequest: null });
});

test('orders older than the reserve time are expired, younger ones stay', async () => {
  const asked: number[] = [];
  const parts = lookingWith(async ({ to }) => {
    if (to !== undefined) asked.push(to);
  });
  const before = Date.now();
  const stop = watchPayments(parts, {
    reservation: reservation(2, 2),
    everyMs: 5,
    onError: () => undefined,
  });
  await expect.poll(() => asked.length, { timeout: 60_000 }).toBeGreaterThan(0);
  await stop();
  const age = before - (asked[0] ?? 0);
  expect(age).toBeGreaterThan(1.9 * 3_600_000);
  expect(age).toBeLessThanOrEqual(2 * 3_600_000);
});

test('orders of accounts that are not verified now are expired earlier, whatever they were when they ordered', async () => {
  const toolId = await shop.newTool(10);
  const [unverified, verified] = [newPerson(), newPerson()];
  const early = await shop.newOrder(toolId, unverified);
  const kept = await shop.newOrder(toolId, verified);
  const stop = watchPayments(shop.parts, {
    reservation: reservation(72, 1e-9, [verified.uid]),
    everyMs: 5,
    onError: () => undefined,
  });
  const end = async () => (await shop.log.history(early.id)).at(-1);
  await expect.poll(async () => (await end())?.type, { timeout: 60_000 }).toBe('order.deleted');
  await stop();
  expect(await end()).toMatchObject({
    actor: 'system:expiry',
    data: { reason: 'expired' },
  });
  expect(await shop.log.order(kept.id)).toMatchObject({ status: 'unpaid', quantity: 1 });
  expect(await shop.log.stock([toolId])).toEqual([9]);
});

test('a part of a round that fails does not keep the others from being done', async () => {
  const toolId = await shop.newTool(10);
  const order = await shop.newOrder(toolId, newPerson());
  const failures: unknown[] = [];
  const eventsSince: PaymentGateway['eventsSince'] = () => {
    throw new GatewayUnavailableError(new Error('no list today'));
  };
  const background = new Proxy(shop.parts.background, {
    get: (target, name) => (name === 'eventsSince' ? eventsSince : Reflect.get(target, name)),
  });
  const stop = watchPayments(
    { ...shop.parts, background },
    { reservation: reservation(1e-9, 1e-9), everyMs: 5, onError: (error) => failures.push(error) },
  );
  const end = async () => (await shop.log.history(order.id)).at(-1)?.type;
  await expect.poll(end, { timeout: 60_000 }).toBe('order.deleted');
  await expect.poll(() => failures.length, { timeout: 60_000 }).toBeGreaterThan(0);
  await stop();
  expect(failures[0]).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
});

test('a copy of the shop ends what waits for the original’s payments, and leaves those alone', async () => {
  const toolId = await shop.newTool(10);
  const asked = await shop.paidOrder(toolId);
  const wish = { type: 'request-refund', reason: 'damaged', restock: false } as const;
  await shop.log.afterPayment(asked.id, wish, { actor: 'admin:test', correlationId: 'test' });
  const person = newPerson();
  const unpaid = await shop.newOrder(toolId, person);
  const intent = await shop.open(unpaid.id, person);
  await shop.log.redis.run((connection) => connection.hSet(redisKeys.meta, { shop: 'a-copy' }));
  const stop = watchPayments(shop.parts, {
    reservation: reservation(1e-9, 1e-9),
    everyMs: 5,
    onError: () => undefined,
  });
  const end = async () => (await shop.log.history(unpaid.id)).at(-1)?.type;
  await expect.poll(end, { timeout: 60_000 }).toBe('order.deleted');
  const failure = async () => (await shop.log.history(asked.id)).at(-1)?.data;
  await expect.poll(failure, { timeout: 60_000 }).toMatchObject({ reason: 'other_shop' });
  await stop();
  const { refunds, intents } = await shop.simulator.ledger();
  expect(refunds.filter(({ payment_intent }) => payment_intent === asked.intentId)).toEqual([]);
  expect(intents.find(({ id }) => id === intent.id)?.status).toBe('requires_payment_method');
});

test('an order is as old as the clock of Redis says, however wrong a server’s clock is', async () => {
  const order = await shop.newOrder(await shop.newTool(10), newPerson());
  const real = Date.now;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + 100 * 3_600_000);
  let rounds = 0;
  const stop = watchPayments(shop.parts, {
    reservation: reservation(72, 72),
    everyMs: 5,
    onError: () => undefined,
    onRound: () => {
      rounds += 1;
    },
  });
  try {
    await expect.poll(() => rounds, { timeout: 60_000 }).toBeGreaterThan(2);
  } finally {
    await stop();
    clock.mockRestore();
  }
  expect(await shop.log.order(order.id)).toMatchObject({ status: 'unpaid' });
});
