import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { ShopConfig } from '../contracts/index.ts';
import type { Order, PlacedOrder } from '../contracts/order.ts';
import type { Problem } from '../contracts/problem.ts';
import { TestSimulator } from '../payments/testing/test-simulator.ts';
import { anOrder, RunningShop, type TestPerson } from '../testing/running-shop.ts';

const ways = [{ name: 'bKash', instructions: 'Send Money to 01711-000000.' }];

const simulator = await TestSimulator.start();
const shop = await RunningShop.start({ ...simulator.environment, PAYMENTS_BY_HAND: JSON.stringify(ways) });
const admin = await shop.admin();
const person = await shop.person(`${randomUUID().slice(0, 8)}@example.com`);
afterAll(async () => {
  await shop.stop();
  await simulator.stop();
});

type Answer = { order: Order } & Problem;
const newId = () => randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase();
const placed = async (in_ = shop, as = person): Promise<Order> => {
  const toolId = await in_.newTool({ availableQuantity: 10, price: 20 });
  return (await in_.json<PlacedOrder>('post', '/orders', { as, body: anOrder(as, toolId) })).body.order;
};
const post = (as: TestPerson, { _id }: Order, path: string, body: object) =>
  shop.json<Answer>('post', `/orders/${_id}/${path}`, { as, body });
const report = (order: Order, transactionId: string, more = {}) =>
  post(person, order, 'payment-claim', { way: 'bKash', transactionId, ...more });
const confirm = (order: Order, transactionId: string) =>
  post(admin, order, 'payment-claim/confirmation', { transactionId });
const refuse = (order: Order, transactionId: string, reason = 'not-found') =>
  post(admin, order, 'payment-claim/refusal', { transactionId, reason });
const get = async ({ _id }: Order) =>
  (await shop.json<Order>('get', `/orders/order/${_id}`, { as: admin })).body;
const remove = ({ _id }: Order) => shop.json<Problem>('delete', `/orders/${_id}`, { as: person });
const waiting = async () =>
  (await shop.json<Order[]>('get', '/orders?attention=true', { as: admin })).body.map(({ _id }) => _id);
const refused = (status: number, code: string) => ({ status, body: { code } });

describe('a payment by hand', () => {
  it('is reported, looked for by a person, and makes the order paid', async () => {
    const [order, id] = [await placed(), newId()];
    const typed = ` ${id.slice(0, 4).toLowerCase()} ${id.slice(4)}-`;
    const { status, body } = await report(order, typed);
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      paid: false,
      reservedUntil: null,
      claim: { way: 'bKash', transactionId: id, refused: null },
    });
    expect((await report(order, id)).body.order.version).toBe(body.order.version);
    expect(await waiting()).toContain(order._id);
    expect(await remove(order)).toMatchObject(refused(409, 'PAYMENT_CLAIMED'));
    expect(await confirm(order, newId())).toMatchObject(refused(409, 'CLAIM_CHANGED'));
    expect((await confirm(order, id)).body.order).toMatchObject({
      paid: true,
      transactionId: id,
      paidWay: 'bKash',
      claim: null,
    });
    expect((await confirm(order, id)).status).toBe(200);
    expect(await waiting()).not.toContain(order._id);
    expect(await report(order, newId())).toMatchObject(refused(409, 'ORDER_PAID'));
    const found = await shop.json<Order[]>('get', `/orders?find=${typed.trim()}`, { as: admin });
    expect(found.body.map(({ _id }) => _id)).toEqual([order._id]);
  });

  it('that is not found leaves the order unpaid, and can be corrected', async () => {
    const [order, wrong, right] = [await placed(), newId(), newId()];
    await report(order, wrong);
    const { body } = await refuse(order, wrong);
    expect(body.order).toMatchObject({ paid: false, claim: { refused: { reason: 'not-found' } } });
    expect(Date.parse(String(body.order.reservedUntil))).toBeGreaterThan(Date.now());
    expect(await confirm(order, wrong)).toMatchObject(refused(409, 'CLAIM_CHANGED'));
    await report(order, right);
    expect((await confirm(order, right)).body.order.paid).toBe(true);
    expect(await refuse(order, right)).toMatchObject(refused(409, 'ORDER_PAID'));
  });

  it('never pays two orders', async () => {
    const [one, other, id] = [await placed(), await placed(), newId()];
    await report(one, id);
    await report(other, id);
    const answers = await Promise.all([confirm(one, id), confirm(other, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('TRANSACTION_USED');
    expect(await report(await placed(), id)).toMatchObject(refused(409, 'TRANSACTION_USED'));
  });

  it('ends the open card payment, and no other one can be opened while it waits', async () => {
    const [order, id] = [await placed(), newId()];
    const open = () =>
      shop.json<{ intentId: string; clientSecret: string } & Problem>('post', '/create-payment-intent', {
        as: person,
        body: { orderId: order._id },
      });
    const { intentId, clientSecret } = (await open()).body;
    await report(order, id);
    expect(await simulator.pay({ id: intentId, clientSecret })).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    expect(await open()).toMatchObject(refused(409, 'PAYMENT_CLAIMED'));
    const unbound = await shop.json<{ intentId: string; clientSecret: string }>(
      'post',
      '/create-payment-intent',
      { as: person, body: { price: 40 } },
    );
    await simulator.pay({ id: unbound.body.intentId, clientSecret: unbound.body.clientSecret });
    const claim = { as: person, body: { transactionId: unbound.body.intentId } };
    expect(await shop.json('patch', `/orders/order/${order._id}`, claim)).toMatchObject(
      refused(409, 'PAYMENT_CLAIMED'),
    );
    await refuse(order, id, 'wrong-amount');
    expect((await open()).status).toBe(201);
  });

  it('takes the ways of the shop alone, and ids that look like one', async () => {
    const order = await placed();
    expect((await report(order, newId(), { way: 'cash' })).body).toMatchObject({
      errors: [{ field: 'way' }],
    });
    for (const typed of ['', '12', 'a b', '<script>', 'X'.repeat(41)])
      expect((await report(order, typed)).body.errors?.[0]).toMatchObject({ field: 'transactionId' });
  });

  it('is refunded by hand, and the shop records under which transaction', async () => {
    const [order, id, back] = [await placed(), newId(), newId()];
    await report(order, id);
    await confirm(order, id);
    const refund = (more: object) =>
      post(admin, order, 'refund', { reason: 'customer', restock: true, ...more });
    expect((await refund({})).body).toMatchObject({ code: 'INVALID', errors: [{ field: 'transactionId' }] });
    const whole = { refund: { amount: 40, restocked: true, whole: true }, refundRequest: null };
    expect(await refund({ transactionId: id })).toMatchObject(refused(409, 'TRANSACTION_USED'));
    const both = await Promise.all([refund({ transactionId: back }), refund({ transactionId: newId() })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const sent = both[0]?.status === 200 ? back : null;
    expect((await get(order)).refund).toMatchObject({ amount: 40, restocked: true, whole: true });
    if (sent !== null) expect((await refund({ transactionId: back })).body.order).toMatchObject(whole);
    expect(await refund({ transactionId: newId() })).toMatchObject(refused(409, 'ORDER_REFUNDED'));
    const { body: events } = await shop.json<{ type: string; data: object }[]>(
      'get',
      `/orders/order/${order._id}/events`,
      { as: admin },
    );
    const refunds = events.filter(({ type }) => type === 'order.refunded');
    expect(refunds.map(({ data }) => data)).toMatchObject([{ amount: 4_000 }]);
    const { refundId = '' } = (refunds[0]?.data ?? {}) as { refundId?: string };
    expect(await report(await placed(), refundId)).toMatchObject(refused(409, 'TRANSACTION_USED'));
  });
});

it('a shop does not start without cards while a card payment is open', async () => {
  const body = { orderId: (await placed())._id };
  await shop.json('post', '/create-payment-intent', { as: person, body });
  const settings = { SIMULATOR_URL: '', PAYMENTS_BY_HAND: JSON.stringify(ways) };
  await expect(RunningShop.start(settings, shop)).rejects.toThrow('keep the keys of Stripe');
});

it('a shop without keys of the card provider lives on payments by hand', async () => {
  const cardless = await RunningShop.start({ SIMULATOR_URL: '', PAYMENTS_BY_HAND: JSON.stringify(ways) });
  try {
    const as = await cardless.person(`${randomUUID().slice(0, 8)}@example.com`);
    const { payments } = (await cardless.json<ShopConfig>('get', '/config')).body;
    expect(payments).toMatchObject({ provider: 'none', byHand: ways });
    const order = await placed(cardless, as);
    const body = { orderId: order._id };
    expect(await cardless.json<Problem>('post', '/create-payment-intent', { as, body })).toMatchObject(
      refused(409, 'CARDS_NOT_TAKEN'),
    );
    const signed = { body: {}, headers: { 'stripe-signature': 't=1,v1=x' } };
    expect(await cardless.json<Problem>('post', '/webhooks/stripe', signed)).toMatchObject(
      refused(409, 'CARDS_NOT_TAKEN'),
    );
    const hint = { as, body: { transactionId: 'pi_abc' } };
    expect(await cardless.json<Problem>('patch', `/orders/order/${order._id}`, hint)).toMatchObject(
      refused(409, 'CARDS_NOT_TAKEN'),
    );
    const claim = { way: 'bKash', transactionId: newId() };
    const claimed = await cardless.json<Answer>('post', `/orders/${order._id}/payment-claim`, {
      as,
      body: claim,
    });
    expect(claimed.body.order.claim).toMatchObject(claim);
  } finally {
    await cardless.stop();
  }
});
