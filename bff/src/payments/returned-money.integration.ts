import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { Order, PlacedOrder } from '../contracts/order.ts';
import type { Intent } from '../contracts/payment.ts';
import type { Problem } from '../contracts/problem.ts';
import { anOrder, RunningShop } from '../testing/running-shop.ts';
import { TestSimulator } from './testing/test-simulator.ts';

const simulator = await TestSimulator.start();
const shop = await RunningShop.start(simulator.environment);
const person = await shop.person(`${randomUUID()}@example.com`);
afterAll(async () => {
  await shop.stop();
  await simulator.stop();
});

/** An order, and a payment that the provider has taken; no message of the provider comes to the shop. */
async function orderAndPayment(bodyOf: (order: Order) => object) {
  const body = anOrder(person, await shop.newTool());
  const { order } = (await shop.json<PlacedOrder>('post', '/orders', { as: person, body })).body;
  const opened = await shop.json<Intent>('post', '/create-payment-intent', {
    as: person,
    body: bodyOf(order),
  });
  const { intentId, clientSecret } = opened.body;
  await simulator.pay({ id: intentId, clientSecret });
  return { order, intentId };
}
/** The payment is of the order's sum, and names no order. */
const orderAndOtherPayment = () => orderAndPayment(({ price }) => ({ price }));
/** The payment is that of the order. */
const payingOrder = () => orderAndPayment(({ _id }) => ({ orderId: _id }));
const ship = async ({ _id }: Order) =>
  shop.json<Problem>('put', `/order/${_id}`, { as: await shop.admin(), body: { status: 'Shipped' } });
const claim = ({ _id }: Order, transactionId: string) =>
  shop.json<Problem>('patch', `/orders/order/${_id}`, { as: person, body: { transactionId } });
const isPaid = async ({ _id }: Order) =>
  (await shop.json<Order>('get', `/orders/order/${_id}`, { as: person })).body.paid;
const refusal = {
  status: 409,
  body: { code: 'PAYMENT_MISMATCH', detail: expect.stringContaining('refunded or is disputed') },
};

test.each([
  ['all of it', {}],
  ['a part of it', { amount: 100 }],
])('a payment that was given back, %s, pays no order', async (_, part) => {
  const { order, intentId } = await orderAndOtherPayment();
  await simulator.dashboard('/test/refunds', { payment_intent: intentId, ...part });
  expect(await claim(order, intentId)).toMatchObject(refusal);
  expect(await isPaid(order)).toBe(false);
});

test('a disputed payment pays no order until the shop has won', async () => {
  const { order, intentId } = await orderAndOtherPayment();
  const dispute = await simulator.dashboard('/test/disputes', { payment_intent: intentId });
  expect(await claim(order, intentId)).toMatchObject(refusal);
  await simulator.dashboard(`/test/disputes/${dispute.id}`, { status: 'lost' });
  expect(await claim(order, intentId)).toMatchObject(refusal);
  expect(await isPaid(order)).toBe(false);
  await simulator.dashboard(`/test/disputes/${dispute.id}`, { status: 'won' });
  expect((await claim(order, intentId)).status).toBe(200);
});

test('a payment whose refund failed pays its order', async () => {
  const { order, intentId } = await orderAndOtherPayment();
  const refund = await simulator.dashboard('/test/refunds', { payment_intent: intentId });
  await simulator.dashboard(`/test/refunds/${refund.id}/fail`, {});
  expect(await claim(order, intentId)).toMatchObject({ status: 200 });
  expect(await isPaid(order)).toBe(true);
});

test('an order whose money went back before its claim is refunded, and does not ship', async () => {
  const { order, intentId } = await payingOrder();
  await simulator.dashboard('/test/refunds', { payment_intent: intentId });
  expect((await claim(order, intentId)).status).toBe(200);
  expect(await ship(order)).toMatchObject({ status: 409, body: { code: 'ORDER_REFUNDED' } });
});

test('an order whose payment was disputed before its claim asks before it ships', async () => {
  const { order, intentId } = await payingOrder();
  await simulator.dashboard('/test/disputes', { payment_intent: intentId });
  expect((await claim(order, intentId)).status).toBe(200);
  expect(await ship(order)).toMatchObject({ status: 409, body: { code: 'PAYMENT_DISPUTED' } });
});
