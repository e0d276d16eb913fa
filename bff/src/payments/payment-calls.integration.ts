import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, describe, expect, test } from 'vitest';
import type { Order, PlacedOrder } from '../contracts/order.ts';
import type { Intent } from '../contracts/payment.ts';
import type { Problem } from '../contracts/problem.ts';
import { anOrder, RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { TestSimulator } from './testing/test-simulator.ts';

const simulator = await TestSimulator.start();
const shop = await RunningShop.start({
  ...simulator.environment,
  TRUSTED_PROXIES: 'loopback',
});
afterAll(async () => {
  await shop.stop();
  await simulator.stop();
});

const somebody = () => shop.person(`${randomUUID().slice(0, 8)}@example.com`);
const newOrder = async (person: TestPerson): Promise<Order> => {
  const body = anOrder(person, await shop.newTool());
  return (await shop.json<PlacedOrder>('post', '/orders', { as: person, body })).body.order;
};
const open = (person: TestPerson, body: Record<string, unknown>) =>
  shop.json<Intent & Problem>('post', '/create-payment-intent', { as: person, body });
const claim = (person: TestPerson, orderId: string, transactionId: string) =>
  shop.json<Problem & { modifiedCount: number }>('patch', `/orders/order/${orderId}`, {
    as: person,
    body: { order: orderId, transactionId },
  });
const remove = (person: TestPerson, orderId: string) =>
  shop.json<Problem & { deletedCount: number }>('delete', `/orders/${orderId}`, { as: person });
const read = async (person: TestPerson, orderId: string) =>
  (await shop.json<Order & Problem>('get', `/orders/order/${orderId}`, { as: person })).body;

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
    const person = await somebody();
    const order = await newOrder(person);
    const opened = await open(person, { orderId: order._id });
    expect(opened).toMatchObject({ status: 201, body: { status: 'requires_payment_method' } });
    const intent = { id: opened.body.intentId, clientSecret: opened.body.clientSecret };
    expect(await simulator.pay(intent, 'pm_card_chargeDeclined')).toMatchObject({ code: 'card_declined' });
    expect(await claim(person, order._id, intent.id)).toMatchObject({
      status: 409,
      body: { code: 'PAYMENT_NOT_COMPLETED' },
    });
    expect((await open(person, { orderId: order._id })).body.intentId).toBe(intent.id);
    await simulator.pay(intent);
    expect(await claim(person, order._id, intent.id)).toMatchObject({
      status: 200,
      body: { modifiedCount: 1 },
    });
    expect(await read(person, order._id)).toMatchObject({ paid: true, transactionId: intent.id });
    expect(await open(person, { orderId: order._id })).toMatchObject({
      status: 409,
      body: { code: 'ORDER_PAID' },
    });
    expect(await remove(person, order._id)).toMatchObject({ status: 409, body: { code: 'ORDER_PAID' } });
  });

  test('the old client pays by price alone and then says for which order', async () => {
    const person = await somebody();
    const order = await newOrder(person);
    const { body } = await open(person, { price: String(order.price) });
    await simulator.pay({ id: body.intentId, clientSecret: body.clientSecret });
    expect((await claim(person, order._id, body.intentId)).body).toMatchObject({ modifiedCount: 1 });
    expect(await read(person, order._id)).toMatchObject({ paid: true });
  });

  test('the provider is told a keyed hash of the address that pays, the same for the same one, and never the address', async () => {
    const person = await somebody();
    const openFrom = async (address?: string) => {
      const { body } = await shop.json<Intent>('post', '/create-payment-intent', {
        as: person,
        body: { orderId: (await newOrder(person))._id },
        headers: address === undefined ? {} : { 'X-Forwarded-For': address },
      });
      const { intents } = await simulator.ledger();
      return intents.find(({ id }) => id === body.intentId)?.metadata.from;
    };
    const [home, again, away, local] = [
      await openFrom('203.0.113.7'),
      await openFrom('203.0.113.7'),
      await openFrom('203.0.113.8'),
      await openFrom(),
    ];
    expect(home).toMatch(/^[\da-f]{32}$/);
    expect(again).toBe(home);
    expect(away).not.toBe(home);
    expect(local).toBeUndefined();
  });

  test('nobody pays or opens what is not theirs, and a deleted order cannot be paid', async () => {
    const [person, stranger] = [await somebody(), await somebody()];
    const order = await newOrder(person);
    const { body } = await open(person, { orderId: order._id });
    expect((await open(stranger, { orderId: order._id })).status).toBe(403);
    expect((await claim(stranger, order._id, body.intentId)).status).toBe(403);
    expect((await open(person, { orderId: 'ord_nowhere' })).status).toBe(404);
    expect((await open(person, {})).status).toBe(400);
    expect((await remove(person, order._id)).body).toEqual({ deletedCount: 1 });
    expect((await open(person, { orderId: order._id })).status).toBe(404);
    const late = await simulator.pay({ id: body.intentId, clientSecret: body.clientSecret });
    expect(late.code).toBe('payment_intent_unexpected_state');
  });

  test('a signed message pays the order; one with another signature, or none, is refused', async () => {
    const person = await somebody();
    const order = await newOrder(person);
    const { body } = await open(person, { orderId: order._id });
    await simulator.pay({ id: body.intentId, clientSecret: body.clientSecret });
    const { intents } = await simulator.ledger();
    const shopId = intents.find(({ id }) => id === body.intentId)?.metadata.shop ?? '';
    const send = (payload: string, signature?: string) =>
      shop.json('post', '/webhooks/stripe', {
        body: payload,
        headers: signature === undefined ? {} : { 'Stripe-Signature': signature },
      });
    const forged = message(body.intentId, shopId, 'whsec_guessed');
    expect((await send(forged.payload, forged.signature)).status).toBe(400);
    expect((await send(forged.payload)).status).toBe(400);
    expect(await read(person, order._id)).toMatchObject({ paid: false });
    const good = message(body.intentId, shopId, simulator.webhookSecret);
    expect((await send(`${good.payload} `, good.signature)).status).toBe(400);
    for (let copy = 0; copy < 3; copy += 1)
      expect((await send(good.payload, good.signature)).status).toBe(200);
    expect(await read(person, order._id)).toMatchObject({ paid: true, transactionId: body.intentId });
  });

  test('while the provider is away calls say so with Retry-After, and all is well when it is back', async () => {
    const person = await somebody();
    const order = await newOrder(person);
    const { body } = await open(person, { orderId: order._id });
    await simulator.pay({ id: body.intentId, clientSecret: body.clientSecret });
    await simulator.kill();
    for (const refused of [
      await open(person, { orderId: order._id }),
      await claim(person, order._id, body.intentId),
      await remove(person, order._id),
    ]) {
      expect(refused).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await simulator.restart();
    await expect
      .poll(async () => (await claim(person, order._id, body.intentId)).status, { timeout: 60_000 })
      .toBe(200);
  });
});
