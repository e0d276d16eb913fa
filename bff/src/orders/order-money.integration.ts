import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order, PlacedOrder } from '../contracts/order.ts';
import type { Problem } from '../contracts/problem.ts';
import type { Tool } from '../contracts/tool.ts';
import { TestSimulator } from '../payments/testing/test-simulator.ts';
import { anOrder, RunningShop, type TestPerson } from '../testing/running-shop.ts';

let person: TestPerson;

const simulator = await TestSimulator.start();
const shop = await RunningShop.start(simulator.environment);
const admin = await shop.admin();
afterAll(async () => {
  await shop.stop();
  await simulator.stop();
});
beforeEach(async () => {
  person = await shop.person(`${randomUUID().slice(0, 8)}@example.com`);
  await simulator.control('DELETE', '/test/faults');
});

const available = async (toolId: string) =>
  (await shop.json<Tool>('get', `/tools/${toolId}`)).body.availableQuantity;
/** An order of two pieces at $20, of ten in stock. */
const placed = async (): Promise<Order> => {
  const toolId = await shop.newTool({ availableQuantity: 10, price: 20 });
  const body = anOrder(person, toolId);
  return (await shop.json<PlacedOrder>('post', '/orders', { as: person, body })).body.order;
};
const paid = async (): Promise<Order> => {
  const order = await placed();
  const body = { orderId: order._id };
  const opened = await shop.json<{ intentId: string; clientSecret: string }>(
    'post',
    '/create-payment-intent',
    { as: person, body },
  );
  const { intentId: id, clientSecret } = opened.body;
  await simulator.pay({ id, clientSecret });
  await shop.json('patch', `/orders/order/${order._id}`, { as: person, body: { transactionId: id } });
  return order;
};
const refund = ({ _id }: Order, body: Record<string, unknown> = { reason: 'customer', restock: true }) =>
  shop.json<{ order: Order } & Problem>('post', `/orders/${_id}/refund`, { as: admin, body });
const ship = ({ _id }: Order, more: Record<string, unknown> = {}) =>
  shop.json<Problem>('put', `/order/${_id}`, { as: admin, body: { status: 'Shipped', ...more } });
const askToCancel = ({ _id }: Order, as = person) =>
  shop.json<{ order: Order } & Problem>('post', `/orders/${_id}/cancellation`, {
    as,
    body: { reason: 'mistake' },
  });
const decline = ({ _id }: Order) =>
  shop.json<{ order: Order } & Problem>('delete', `/orders/${_id}/cancellation`, { as: admin });
const audited = async ({ _id }: Order) =>
  (await shop.json<{ kind: string; subject: string }[]>('get', `/audit?search=${_id}`, { as: admin })).body;
const refundsOf = async ({ _id }: Order) =>
  (await simulator.ledger()).refunds.filter(({ metadata }) => metadata.orderId === _id);

describe('giving an order’s money back', () => {
  it('returns money and pieces once, however often it is asked, and is on record', async () => {
    const order = await paid();
    expect(await available(order.toolId)).toBe(8);
    const answers = await Promise.all([refund(order), refund(order), refund(order)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { status, body } = await refund(order, { reason: 'other', restock: false });
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      _id: order._id,
      paid: true,
      refund: { amount: 40, restocked: true, whole: true },
      refundRequest: null,
      refundFailure: null,
    });
    expect(await available(order.toolId)).toBe(10);
    expect(await refundsOf(order)).toHaveLength(1);
    expect((await audited(order)).map(({ kind }) => kind)).toEqual(['order.refunded']);
    const number = `K-${order.number}`;
    expect((await audited({ ...order, _id: number })).map(({ kind, subject }) => [kind, subject])).toEqual([
      ['order.refunded', number],
    ]);
    expect(await ship(order)).toMatchObject({ status: 409, body: { code: 'ORDER_REFUNDED' } });
  });

  it('takes only what is paid, and only known reasons', async () => {
    const order = await placed();
    expect(await refund(order)).toMatchObject({ status: 409, body: { code: 'ORDER_NOT_PAID' } });
    expect(await refund(order, { reason: 'whim', restock: 'yes' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID', errors: [{ field: 'reason' }, { field: 'restock' }] },
    });
  });

  it('says in words why the provider refuses, and can be asked again', async () => {
    const order = await paid();
    await simulator.control('POST', '/test/refunds/refuse', { code: 'insufficient_funds', times: 1 });
    expect(await refund(order)).toMatchObject({
      status: 409,
      body: { code: 'REFUND_REFUSED', detail: expect.stringContaining('balance') },
    });
    expect(await available(order.toolId)).toBe(8);
    const { body } = await refund(order);
    expect(body.order).toMatchObject({ refund: { amount: 40 }, refundFailure: null });
    expect(await available(order.toolId)).toBe(10);
  });

  it('answers that it is under way while the provider is silent, and sends nothing meanwhile', async () => {
    const order = await paid();
    await simulator.control('POST', '/test/faults', { effect: 'error', path: '/v1/refunds', times: 100 });
    const { status, body } = await refund(order);
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      refund: null,
      refundRequest: { reason: 'customer', restock: true },
    });
    expect(await ship(order)).toMatchObject({ status: 409, body: { code: 'REFUND_PENDING' } });
    await simulator.control('DELETE', '/test/faults');
    expect((await refund(order)).body.order).toMatchObject({ refund: { amount: 40 }, refundRequest: null });
    expect(await refundsOf(order)).toHaveLength(1);
  });
});

describe('asking to cancel a paid order', () => {
  it('holds it back until the shop refunds, declines, or ships it all the same', async () => {
    const [declined, shipped] = [await paid(), await paid()];
    for (const order of [declined, shipped]) {
      const { status, body } = await askToCancel(order);
      expect(status).toBe(200);
      expect(body.order.cancellation).toMatchObject({ reason: 'mistake', declinedAt: null });
      expect(await askToCancel(order)).toMatchObject({ status: 200, body });
      expect(await ship(order)).toMatchObject({ status: 409, body: { code: 'CANCELLATION_REQUESTED' } });
    }
    expect((await decline(declined)).body.order.cancellation?.declinedAt).toEqual(expect.any(String));
    expect((await decline(declined)).status).toBe(200);
    expect((await ship(declined)).status).toBe(200);
    expect((await ship(shipped, { despiteCancellation: true })).status).toBe(200);
    expect(await askToCancel(shipped)).toMatchObject({ status: 409, body: { code: 'ORDER_SHIPPED' } });
    expect((await audited(declined)).map(({ kind }) => kind)).toEqual([
      'order.shipped',
      'order.cancellation-declined',
    ]);
  });

  it('is taken back by the customer, and the parcel may leave', async () => {
    const order = await paid();
    await askToCancel(order);
    const path = `/orders/${order._id}/cancellation/withdrawal`;
    const withdraw = () => shop.json<{ order: Order }>('post', path, { as: person });
    expect((await withdraw()).body.order.cancellation).toBeNull();
    expect((await withdraw()).status).toBe(200);
    expect((await ship(order)).status).toBe(200);
  });

  it('is for the owner of a paid order alone', async () => {
    const order = await placed();
    expect(await askToCancel(order)).toMatchObject({ status: 409, body: { code: 'ORDER_NOT_PAID' } });
    expect(await askToCancel(order, admin)).toMatchObject({ status: 403 });
  });
});

describe('a paid order whose payment is disputed', () => {
  /** Opens a dispute as the payer's bank does, and tells the shop. */
  const dispute = async ({ _id }: Order) => {
    const read = await shop.json<Order>('get', `/orders/order/${_id}`, { as: admin });
    const intent = read.body.transactionId;
    const { id } = await simulator.dashboard('/test/disputes', { payment_intent: intent });
    const about = async (status: string) => {
      await simulator.dashboard(`/test/disputes/${id}`, { status });
      const payload = JSON.stringify({
        id: `evt_${randomUUID()}`,
        object: 'event',
        type: 'charge.dispute.updated',
        data: { object: { object: 'dispute', id, payment_intent: intent, metadata: {} } },
      });
      const { webhookSecret: secret } = simulator;
      const signature = new Stripe('sk_test_unused').webhooks.generateTestHeaderString({ payload, secret });
      const headers = { 'Stripe-Signature': signature };
      expect((await shop.call('post', '/webhooks/stripe', { body: payload, headers })).status).toBe(200);
    };
    await about('needs_response');
    return about;
  };
  const shipMany = async (orders: Order[], more = {}) => {
    const shipments = orders.map(({ _id }) => ({ order: _id, ...more }));
    const { body } = await shop.json<{ results: { outcome: string; code: string | null }[] }>(
      'post',
      '/orders/shipments',
      { as: admin, body: { shipments } },
    );
    return body.results.map(({ outcome, code }) => code ?? outcome);
  };

  it('is shipped, alone or among many, only when the call says that somebody was asked', async () => {
    const [alone, among, free] = [await paid(), await paid(), await paid()];
    await dispute(alone);
    await dispute(among);
    const refusal = { status: 409, body: { code: 'PAYMENT_DISPUTED' } };
    expect(await ship(alone)).toMatchObject(refusal);
    expect(await ship(alone, { despiteCancellation: true })).toMatchObject(refusal);
    expect(await shipMany([among, free])).toEqual(['PAYMENT_DISPUTED', 'shipped']);
    expect((await ship(alone, { despiteDispute: true })).status).toBe(200);
    expect(await shipMany([among], { despiteDispute: true })).toEqual(['shipped']);
  });

  it('is shipped as any other once the bank has decided for the shop, and not when the money is lost', async () => {
    const [won, lost] = [await paid(), await paid()];
    await (await dispute(won))('won');
    await (await dispute(lost))('lost');
    expect((await ship(won)).status).toBe(200);
    expect(await ship(lost)).toMatchObject({ status: 409, body: { code: 'PAYMENT_DISPUTED' } });
  });
});
