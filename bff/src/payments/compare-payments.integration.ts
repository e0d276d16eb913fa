import { redisKeys } from '@karigar/events';
import { afterAll, expect, test } from 'vitest';
import { comparePayments, type PaymentDifference, type Span } from './compare-payments.ts';
import { newPerson, TestShop } from './testing/test-shop.ts';

const shop = await TestShop.start();
await shop.simulator.control('PUT', '/test/webhooks', { held: true });
afterAll(() => shop.stop());

const differences = async (span: Partial<Span> = {}) => {
  const found: PaymentDifference[] = [];
  const whole = { from: 0, to: Date.now() + 1_000, ...span };
  for await (const one of comparePayments(shop.parts, whole)) found.push(one);
  return found;
};
const said = async () => (await differences()).map(({ orderId, what }) => [orderId, what]);
const origin = { actor: 'ops:test', correlationId: 'test' };

test('log and provider agree after payments, and each disagreement is named with what to do', async () => {
  const person = newPerson();
  const toolId = await shop.newTool(100);
  const newIntent = async () => {
    const order = await shop.newOrder(toolId, person);
    return { order, intent: await shop.open(order.id, person) };
  };
  const paidOrder = async () => {
    const { order, intent } = await newIntent();
    await shop.simulator.pay(intent);
    await shop.claim(order.id, intent.id, person);
    return { id: order.id, intent: intent.id, cents: order.price * 100 };
  };
  const [refunded, disputed, asked] = [await paidOrder(), await paidOrder(), await paidOrder()];
  await newIntent();
  expect(await differences()).toEqual([]);

  const forgotten = await newIntent();
  await shop.simulator.pay(forgotten.intent);
  expect(await differences()).toEqual([
    {
      orderId: forgotten.order.id,
      intentId: forgotten.intent.id,
      what: 'money came, but the order is unpaid',
      advice: expect.stringContaining('takes it over within a minute'),
    },
  ]);
  await shop.reconcile();
  expect(await differences()).toEqual([]);

  await shop.simulator.control('POST', '/test/refunds', { payment_intent: refunded.intent });
  await shop.simulator.control('POST', '/test/disputes', { payment_intent: disputed.intent });
  const ask = { type: 'request-refund', reason: 'other', restock: false } as const;
  await shop.log.afterPayment(asked.id, ask, origin);
  const invented = await shop.newOrder(toolId, person);
  await shop.log.pay({ orderId: invented.id, transactionId: 'pi_invented', ...origin });
  const found = await said();
  expect(found).toHaveLength(4);
  expect(found).toEqual(
    expect.arrayContaining([
      [refunded.id, `${refunded.cents} cents were given back, the log says 0`],
      [disputed.id, 'the dispute is needs_response, the log says none'],
      [asked.id, 'a refund is asked for and not answered'],
      [invented.id, 'the provider does not know the payment'],
    ]),
  );
  expect(await differences({ to: 1 })).toEqual([]);
});

test('a payment that went back before it was claimed, and one of the original of a copy, promise nothing', async () => {
  const person = newPerson();
  const toolId = await shop.newTool(10);
  const order = await shop.newOrder(toolId, person);
  const unbound = await shop.openUnbound(person, order.price);
  await shop.simulator.pay(unbound);
  await shop.simulator.dashboard('/test/refunds', { payment_intent: unbound.id });
  const claimed = await shop.claim(order.id, unbound.id, person).catch((error: unknown) => error);
  expect(claimed).toMatchObject({ code: 'PAYMENT_MISMATCH' });
  expect((await differences()).filter(({ orderId }) => orderId === order.id)).toEqual([]);
  const paid = await shop.paidOrder(toolId);
  await shop.log.redis.run((connection) => connection.hSet(redisKeys.meta, { shop: 'a-copy' }));
  expect((await differences()).filter(({ orderId }) => orderId === paid.id)).toEqual([
    {
      orderId: paid.id,
      intentId: paid.intentId,
      what: 'the payment belongs to another shop, of which this one is a copy',
      advice: expect.not.stringContaining('within a minute'),
    },
  ]);
});
