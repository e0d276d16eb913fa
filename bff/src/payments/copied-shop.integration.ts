import { randomUUID } from 'node:crypto';
import { redisKeys } from '@karigar/events';
import { afterAll, expect, test } from 'vitest';
import type { Order, PlacedOrder } from '../contracts/order.ts';
import type { Intent } from '../contracts/payment.ts';
import type { Problem } from '../contracts/problem.ts';
import { rawRedis } from '../testing/raw-redis.ts';
import { anOrder, RunningShop } from '../testing/running-shop.ts';
import { TestSimulator } from './testing/test-simulator.ts';

// A copy of a shop has its orders and the payments registered for them, but another id; it uses the same account of the provider.

/** Gives the shop the id of a copy. */
const becomeCopy = async () => {
  await redis.hSet(redisKeys.meta, { shop: randomUUID() });
};
const newOrder = async (): Promise<Order> => {
  const body = anOrder(person, await shop.newTool());
  return (await shop.json<PlacedOrder>('post', '/orders', { as: person, body })).body.order;
};
const open = async (body: Record<string, unknown>) =>
  (await shop.json<Intent & Problem>('post', '/create-payment-intent', { as: person, body })).body;
const pay = ({ intentId: id, clientSecret }: Intent) => simulator.pay({ id, clientSecret });
const claim = ({ _id }: Order, { intentId: transactionId }: Intent) =>
  shop.json<Problem>('patch', `/orders/order/${_id}`, { as: person, body: { transactionId } });
const atProvider = async ({ intentId }: Intent) =>
  (await simulator.ledger()).intents.find(({ id }) => id === intentId);

const simulator = await TestSimulator.start();
const shop = await RunningShop.start(simulator.environment);
const redis = await rawRedis(shop.redis.url);
const person = await shop.person(`${randomUUID()}@example.com`);
const admin = await shop.admin();
afterAll(async () => {
  redis.destroy();
  await shop.stop();
  await simulator.stop();
});

test('a copy gives no money of the original back, and says where that is done', async () => {
  const order = await newOrder();
  const intent = await open({ orderId: order._id });
  await pay(intent);
  expect((await claim(order, intent)).status).toBe(200);
  await becomeCopy();
  const body = { reason: 'customer', restock: true };
  const path = `/orders/${order._id}/refund`;
  const refused = await shop.json<{ order: Order } & Problem>('post', path, { as: admin, body });
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'REFUND_REFUSED', detail: expect.stringContaining('in that shop') },
  });
  expect((await simulator.ledger()).refunds).toEqual([]);
});

test('a copy deletes its order and leaves the payment of the original open', async () => {
  const order = await newOrder();
  const intent = await open({ orderId: order._id });
  await becomeCopy();
  const { body } = await shop.json('delete', `/orders/${order._id}`, { as: person });
  expect(body).toEqual({ deletedCount: 1 });
  expect((await atProvider(intent))?.status).toBe('requires_payment_method');
});

test('a copy opens a payment of its own for an order whose payment is the original’s', async () => {
  const order = await newOrder();
  const original = await open({ orderId: order._id });
  await becomeCopy();
  const own = await open({ orderId: order._id });
  expect(own.intentId).not.toBe(original.intentId);
  expect(own.clientSecret).not.toBe(original.clientSecret);
  expect((await atProvider(original))?.status).toBe('requires_payment_method');
  expect((await atProvider(own))?.metadata.shop).not.toBe((await atProvider(original))?.metadata.shop);
  await pay(own);
  expect((await claim(order, own)).body).toMatchObject({ modifiedCount: 1 });
});

test('a payment of the original pays no order of the copy, and is not marked', async () => {
  const order = await newOrder();
  const [bound, unbound] = [await open({ orderId: order._id }), await open({ price: order.price })];
  await pay(bound);
  await pay(unbound);
  const before = await Promise.all([bound, unbound].map(atProvider));
  await becomeCopy();
  for (const intent of [bound, unbound])
    expect(await claim(order, intent)).toMatchObject({ status: 409, body: { code: 'PAYMENT_MISMATCH' } });
  expect(await Promise.all([bound, unbound].map(atProvider))).toEqual(before);
});
