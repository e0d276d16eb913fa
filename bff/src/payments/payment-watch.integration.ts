import { type OrderLog, redisKeys } from '@karigar/events';
import { afterAll, expect, test, vi } from 'vitest';
import { GatewayUnavailableError } from './payment-gateway.ts';
import type { PaymentParts } from './payment-parts.ts';
import { paymentRound } from './payment-watch.ts';
import { partsWith } from './testing/parts-with.ts';
import { newPerson, TestShop } from './testing/test-shop.ts';

const shop = await TestShop.start();
afterAll(() => shop.stop());

/** A reservation in which only `verified` (uids) are verified. */
const reservation = (hours: number, unverifiedHours: number, verified: readonly string[] = []) => ({
  hours,
  unverifiedHours,
  verifiedAmong: async (uids: readonly string[]) => new Set(uids.filter((uid) => verified.includes(uid))),
});

/** The shop's parts, with `look` run before each look at its orders. */
function lookingWith(look: (filter: { to?: number | undefined }) => Promise<void>): PaymentParts {
  const orders: OrderLog['orders'] = async (filter) => {
    await look(filter);
    return shop.log.orders(filter);
  };
  const log = new Proxy(shop.log, {
    get: (target, name) => (name === 'orders' ? orders : Reflect.get(target, name)),
  });
  return { ...shop.parts, log };
}

/** One round of the watch, at least a millisecond after everything that was placed: an order as old as the round holds its stock still. */
async function round(
  hours: number,
  unverifiedHours: number,
  verified?: readonly string[],
  parts = shop.parts,
) {
  const before = await shop.log.now();
  await expect.poll(() => shop.log.now(), { interval: 1 }).toBeGreaterThan(before);
  await paymentRound(parts, reservation(hours, unverifiedHours, verified), new AbortController().signal);
}
const lastEvent = async (id: string) => (await shop.log.history(id)).at(-1);

test('a refund that was asked for and not answered is finished', async () => {
  const { id } = await shop.paidOrder(await shop.newTool(10));
  const asked = { type: 'request-refund', reason: 'damaged', restock: false } as const;
  await shop.log.afterPayment(id, asked, { actor: 'admin:test', correlationId: 'test' });
  await round(72, 72);
  expect(await shop.log.order(id)).toMatchObject({ status: 'refunded', refundRequest: null });
});

test('orders older than the reserve time are expired, younger ones stay', async () => {
  const asked: number[] = [];
  const parts = lookingWith(async ({ to }) => {
    if (to !== undefined) asked.push(to);
  });
  const before = Date.now();
  await round(2, 2, [], parts);
  const age = before - (asked[0] ?? 0);
  expect(age).toBeGreaterThan(1.9 * 3_600_000);
  expect(age).toBeLessThanOrEqual(2 * 3_600_000);
});

test('orders of accounts that are not verified now are expired earlier, whatever they were when they ordered', async () => {
  const toolId = await shop.newTool(10);
  const [unverified, verified] = [newPerson(), newPerson()];
  const early = await shop.newOrder(toolId, unverified);
  const kept = await shop.newOrder(toolId, verified);
  await round(72, 1e-9, [verified.uid]);
  expect(await lastEvent(early.id)).toMatchObject({ actor: 'system:expiry', data: { reason: 'expired' } });
  expect(await shop.log.order(kept.id)).toMatchObject({ status: 'unpaid', quantity: 1 });
  expect(await shop.log.stock([toolId])).toEqual([9]);
});

test('a part of a round that fails does not keep the others from being done', async () => {
  const order = await shop.newOrder(await shop.newTool(10), newPerson());
  const parts = partsWith(shop.parts, 'eventsSince', () => {
    throw new GatewayUnavailableError(new Error('no list today'));
  });
  await expect(round(1e-9, 1e-9, [], parts)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  expect(await lastEvent(order.id)).toMatchObject({ type: 'order.deleted' });
});

test('a copy of the shop ends what waits for the original’s payments, and leaves those alone', async () => {
  const toolId = await shop.newTool(10);
  const asked = await shop.paidOrder(toolId);
  const wish = { type: 'request-refund', reason: 'damaged', restock: false } as const;
  await shop.log.afterPayment(asked.id, wish, { actor: 'admin:test', correlationId: 'test' });
  const person = newPerson();
  const unpaid = await shop.newOrder(toolId, person);
  const intent = await shop.open(unpaid.id, person);
  const own = await shop.log.shop();
  const become = (id: string) =>
    shop.log.redis.run((connection) => connection.hSet(redisKeys.meta, { shop: id }));
  await become('a-copy');
  await round(1e-9, 1e-9);
  await become(own);
  expect(await lastEvent(unpaid.id)).toMatchObject({ type: 'order.deleted' });
  expect(await lastEvent(asked.id)).toMatchObject({ data: { reason: 'other_shop' } });
  const { refunds, intents } = await shop.simulator.ledger();
  expect(refunds.filter(({ payment_intent }) => payment_intent === asked.intentId)).toEqual([]);
  expect(intents.find(({ id }) => id === intent.id)?.status).toBe('requires_payment_method');
});

test('an order is as old as the clock of Redis says, however wrong a server’s clock is', async () => {
  const order = await shop.newOrder(await shop.newTool(10), newPerson());
  const real = Date.now;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + 100 * 3_600_000);
  try {
    await round(72, 72);
  } finally {
    clock.mockRestore();
  }
  expect(await shop.log.order(order.id)).toMatchObject({ status: 'unpaid' });
});
