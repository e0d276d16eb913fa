import { afterAll, beforeAll, expect, test } from 'vitest';
import { comparePayments, type PaymentDifference } from './compare-payments.ts';
import { newPerson, TestShop } from './testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await TestShop.start();
  await shop.simulator.control('PUT', '/test/webhooks', { held: true });
});
afterAll(() => shop.stop());

const differences = async () => {
  const found: PaymentDifference[] = [];
  for await (const one of comparePayments(shop.parts, 0)) found.push(one);
  return found;
};

test('log and provider agree after payments and refunds, and each disagreement is named', async () => {
  const person = newPerson();
  const toolId = await shop.newTool(100);
  const newIntent = async () => {
    const order = await shop.newOrder(toolId, person);
    return { order, intent: await shop.open(order.id, person) };
  };
  const good = await newIntent();
  await shop.simulator.pay(good.intent);
  await shop.claim(good.order.id, good.intent.id, person);
  await newIntent();
  expect(await differences()).toEqual([]);

  const forgotten = await newIntent();
  await shop.simulator.pay(forgotten.intent);
  expect(await differences()).toEqual([
    {
      orderId: forgotten.order.id,
      intentId: forgotten.intent.id,
      what: 'money came, but the order is unpaid',
    },
  ]);
  await shop.reconcile();
  expect(await differences()).toEqual([]);

  await shop.parts.gateway.refund(good.intent.id);
  const invented = await shop.newOrder(toolId, person);
  await shop.log.pay({
    orderId: invented.id,
    transactionId: 'pi_invented',
    actor: 'ops:test',
    correlationId: 'test',
  });
  expect((await differences()).map(({ orderId, what }) => [orderId, what])).toEqual(
    expect.arrayContaining([
      [good.order.id, 'the payment was given back'],
      [invented.id, 'the provider does not know the payment'],
    ]),
  );
});
