import { randomUUID } from 'node:crypto';
import { redisKeys } from '@karigar/events';
import Stripe from 'stripe';
import { afterAll, describe, expect, test } from 'vitest';
import type { Order } from '../contracts/order.ts';
import { rawRedis } from '../testing/raw-redis.ts';
import { payingShop } from './testing/paying-shop.ts';

const paying = await payingShop({ TRUSTED_PROXIES: 'loopback' });
const { shop, simulator, admin, somebody } = paying;
const { newOrder, open, pay, claim, orderAndPayment, read, remove, refund, atProvider } = paying;
afterAll(() => paying.stop());

const refused = (status: number, code: string, detail: unknown = expect.any(String)) => ({
  status,
  body: { code, detail },
});

/** A message of the provider about an intent, signed by `secret`. */
const message = (intentId: string, shopId: string, secret: string) => {
  const payload = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { object: 'payment_intent', id: intentId, metadata: { shop: shopId } } },
  });
  const signature = new Stripe('sk_test_unused').webhooks.generateTestHeaderString({ payload, secret });
  return { payload, signature };
};

describe('paying over HTTP', () => {
  test('a declined card leaves the order unpaid, another card pays it, and then it cannot be deleted', async () => {
    const order = await newOrder();
    const orderId = order._id;
    const { status, body: intent } = await open({ orderId });
    expect([status, intent.status]).toEqual([201, 'requires_payment_method']);
    expect(await pay(intent, 'pm_card_chargeDeclined')).toMatchObject({ code: 'card_declined' });
    expect(await claim(order, intent)).toMatchObject(refused(409, 'PAYMENT_NOT_COMPLETED'));
    expect((await open({ orderId })).body.intentId).toBe(intent.intentId);
    await pay(intent);
    expect(await claim(order, intent)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await read(order)).toMatchObject({ paid: true, transactionId: intent.intentId });
    expect(await open({ orderId })).toMatchObject(refused(409, 'ORDER_PAID'));
    expect(await remove(order)).toMatchObject(refused(409, 'ORDER_PAID'));
  });

  test('the old client pays by price alone and then says for which order', async () => {
    const order = await newOrder();
    const { body: intent } = await open({ price: String(order.price) });
    await pay(intent);
    expect((await claim(order, intent)).body).toMatchObject({ modifiedCount: 1 });
    expect(await read(order)).toMatchObject({ paid: true });
  });

  test('the provider is told a keyed hash of the address that pays, the same for the same one, and never the address', async () => {
    const openFrom = async (headers: Record<string, string>) => {
      const person = await somebody();
      const opened = await open({ orderId: (await newOrder(person))._id }, person, headers);
      return (await atProvider(opened.body))?.metadata.from;
    };
    const home = await openFrom({ 'X-Forwarded-For': '203.0.113.7' });
    expect(home).toMatch(/^[\da-f]{32}$/);
    expect(await openFrom({ 'X-Forwarded-For': '203.0.113.7' })).toBe(home);
    expect(await openFrom({ 'X-Forwarded-For': '203.0.113.8' })).not.toBe(home);
    expect(await openFrom({})).toBeUndefined();
  });

  test('nobody pays or opens what is not theirs, and a deleted order cannot be paid', async () => {
    const [order, stranger] = [await newOrder(), await somebody()];
    const orderId = order._id;
    const { body: intent } = await open({ orderId });
    expect((await open({ orderId }, stranger)).status).toBe(403);
    expect((await claim(order, intent, stranger)).status).toBe(403);
    expect((await open({ orderId: 'ord_nowhere' })).status).toBe(404);
    expect((await open({})).status).toBe(400);
    expect((await remove(order)).body).toEqual({ deletedCount: 1 });
    expect((await open({ orderId })).status).toBe(404);
    expect((await pay(intent)).code).toBe('payment_intent_unexpected_state');
  });

  test('a signed message pays the order; one with another signature, or none, is refused', async () => {
    const { order, intent } = await orderAndPayment();
    const shopId = (await atProvider(intent))?.metadata.shop ?? '';
    const send = async (payload: string, signature?: string) => {
      const headers = signature === undefined ? {} : { 'Stripe-Signature': signature };
      return (await shop.json('post', '/webhooks/stripe', { body: payload, headers })).status;
    };
    const forged = message(intent.intentId, shopId, 'whsec_guessed');
    expect(await send(forged.payload, forged.signature)).toBe(400);
    expect(await send(forged.payload)).toBe(400);
    expect(await read(order)).toMatchObject({ paid: false });
    const good = message(intent.intentId, shopId, simulator.webhookSecret);
    expect(await send(`${good.payload} `, good.signature)).toBe(400);
    for (let copy = 0; copy < 3; copy += 1) expect(await send(good.payload, good.signature)).toBe(200);
    expect(await read(order)).toMatchObject({ paid: true, transactionId: intent.intentId });
  });

  test('while the provider is away calls say so with Retry-After, and all is well when it is back', async () => {
    const { order, intent } = await orderAndPayment();
    await simulator.kill();
    const answers = [await open({ orderId: order._id }), await claim(order, intent), await remove(order)];
    for (const answer of answers) {
      expect(answer).toMatchObject(refused(503, 'PROVIDER_UNAVAILABLE'));
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await simulator.restart();
    await expect.poll(async () => (await claim(order, intent)).status, { timeout: 60_000 }).toBe(200);
  });
});

describe('a payment that names no order', () => {
  const returned = refused(409, 'PAYMENT_MISMATCH', expect.stringContaining('refunded or is disputed'));

  test.each([
    ['all of it', {}],
    ['a part of it', { amount: 100 }],
  ])('and was given back, %s, pays none', async (_, part) => {
    const { order, intent } = await orderAndPayment({ unbound: true });
    await simulator.dashboard('/test/refunds', { payment_intent: intent.intentId, ...part });
    expect(await claim(order, intent)).toMatchObject(returned);
    expect(await read(order)).toMatchObject({ paid: false });
  });

  test('and is disputed pays none until the shop has won', async () => {
    const { order, intent } = await orderAndPayment({ unbound: true });
    const { id } = await simulator.dashboard('/test/disputes', { payment_intent: intent.intentId });
    expect(await claim(order, intent)).toMatchObject(returned);
    await simulator.dashboard(`/test/disputes/${id}`, { status: 'lost' });
    expect(await claim(order, intent)).toMatchObject(returned);
    expect(await read(order)).toMatchObject({ paid: false });
    await simulator.dashboard(`/test/disputes/${id}`, { status: 'won' });
    expect((await claim(order, intent)).status).toBe(200);
  });

  test('and whose refund failed pays an order', async () => {
    const { order, intent } = await orderAndPayment({ unbound: true });
    const { id } = await simulator.dashboard('/test/refunds', { payment_intent: intent.intentId });
    await simulator.dashboard(`/test/refunds/${id}/fail`, {});
    expect((await claim(order, intent)).status).toBe(200);
    expect(await read(order)).toMatchObject({ paid: true });
  });
});

test.each([
  ['went back', '/test/refunds', 'ORDER_REFUNDED'],
  ['was disputed', '/test/disputes', 'PAYMENT_DISPUTED'],
])('an order whose money %s before its claim is paid, and does not ship', async (_, path, code) => {
  const { order, intent } = await orderAndPayment();
  await simulator.dashboard(path, { payment_intent: intent.intentId });
  expect((await claim(order, intent)).status).toBe(200);
  const ship = { as: admin, body: { status: 'Shipped' } };
  expect(await shop.json('put', `/order/${order._id}`, ship)).toMatchObject(refused(409, code));
});

// A copy of a shop has its orders and the payments registered for them, but another id; it uses the same account of the provider.
describe('a copy of the shop', () => {
  const becomeCopy = async () => {
    const redis = await rawRedis(shop.redis.url);
    await redis.hSet(redisKeys.meta, { shop: randomUUID() });
    redis.destroy();
  };
  const opened = async (order: Order) => (await open({ orderId: order._id })).body;

  test('gives no money of the original back, and says where that is done', async () => {
    const { order } = await paying.paidOrder();
    await becomeCopy();
    const before = (await simulator.ledger()).refunds;
    const elsewhere = refused(409, 'REFUND_REFUSED', expect.stringContaining('in that shop'));
    expect(await refund(order)).toMatchObject(elsewhere);
    expect((await simulator.ledger()).refunds).toEqual(before);
  });

  test('deletes its order and leaves the payment of the original open', async () => {
    const order = await newOrder();
    const intent = await opened(order);
    await becomeCopy();
    expect((await remove(order)).body).toEqual({ deletedCount: 1 });
    expect((await atProvider(intent))?.status).toBe('requires_payment_method');
  });

  test('opens a payment of its own for an order whose payment is the original’s', async () => {
    const order = await newOrder();
    const original = await opened(order);
    await becomeCopy();
    const own = await opened(order);
    expect(own.intentId).not.toBe(original.intentId);
    expect(own.clientSecret).not.toBe(original.clientSecret);
    expect((await atProvider(original))?.status).toBe('requires_payment_method');
    expect((await atProvider(own))?.metadata.shop).not.toBe((await atProvider(original))?.metadata.shop);
    await pay(own);
    expect((await claim(order, own)).body).toMatchObject({ modifiedCount: 1 });
  });

  test('takes no payment of the original for an order, and does not mark it', async () => {
    const order = await newOrder();
    const intents = [await opened(order), (await open({ price: order.price })).body];
    for (const intent of intents) await pay(intent);
    const before = await Promise.all(intents.map(atProvider));
    await becomeCopy();
    for (const intent of intents)
      expect(await claim(order, intent)).toMatchObject(refused(409, 'PAYMENT_MISMATCH'));
    expect(await Promise.all(intents.map(atProvider))).toEqual(before);
  });
});
