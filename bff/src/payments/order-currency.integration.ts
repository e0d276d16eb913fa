import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import type { ShopConfig } from '../contracts/index.ts';
import { setCurrency } from '../contracts/money.ts';
import type { Order, PlacedOrder } from '../contracts/order.ts';
import { anOrder, RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { TestSimulator } from './testing/test-simulator.ts';

let shop: RunningShop;

const simulator = await TestSimulator.start();
afterAll(async () => {
  setCurrency('USD');
  await shop.stop();
  await simulator.stop();
});

const paidOrder = async (person: TestPerson) => {
  const toolId = await shop.newTool({ availableQuantity: 10, price: 40 });
  const body = anOrder(person, toolId);
  const { order } = (await shop.json<PlacedOrder>('post', '/orders', { as: person, body })).body;
  const opened = await shop.json<{ intentId: string; clientSecret: string }>(
    'post',
    '/create-payment-intent',
    { as: person, body: { orderId: order._id } },
  );
  const { intentId: id, clientSecret } = opened.body;
  await simulator.pay({ id, clientSecret });
  const transactionId = { transactionId: id };
  await shop.json('patch', `/orders/order/${order._id}`, { as: person, body: transactionId });
  return { order, id };
};

it.each([
  ['BDT', 8_000],
  ['JPY', 80],
  ['KWD', 80_000],
])('an order of 80 in %s is paid as %d of the provider’s units, and refunded whole', async (code, amount) => {
  shop = await RunningShop.start({ ...simulator.environment, CURRENCY: code });
  const person = await shop.person(`${randomUUID().slice(0, 8)}@example.com`);
  const { order, id } = await paidOrder(person);
  const intent = (await simulator.ledger()).intents.find((one) => one.id === id);
  expect(intent).toMatchObject({ amount, currency: code.toLowerCase() });
  const refund = { as: await shop.admin(), body: { reason: 'customer', restock: true } };
  const { body } = await shop.json<{ order: Order }>('post', `/orders/${order._id}/refund`, refund);
  expect(body.order).toMatchObject({ price: 80, refund: { amount: 80, whole: true } });
  expect((await shop.json<ShopConfig>('get', '/config')).body.currency).toBe(code);
  if (code !== 'KWD') await shop.stop();
});

it('cannot be changed while there are orders in another one', async () => {
  await expect(RunningShop.start({ CURRENCY: 'USD' }, shop)).rejects.toThrow(
    'CURRENCY is USD, but this shop has orders in KWD: set CURRENCY=KWD',
  );
});
