import { openOrderLog, shopClock } from '@karigar/events';
import { afterAll, expect, test } from 'vitest';
import type { Order, PlacedOrder } from '../contracts/order.ts';
import type { Intent } from '../contracts/payment.ts';
import type { Problem } from '../contracts/problem.ts';
import type { Stats } from '../contracts/shop.ts';
import { anOrder, RunningShop } from '../testing/running-shop.ts';
import { TestSimulator } from './testing/test-simulator.ts';

const simulator = await TestSimulator.start();
const shop = await RunningShop.start(simulator.environment);
const admin = await shop.admin();
const customer = await shop.person('rina@example.com');
afterAll(async () => {
  await shop.stop();
  await simulator.stop();
});

async function paidOrder(): Promise<Order & { transaction: string }> {
  const body = anOrder(customer, await shop.newTool());
  const { order } = (await shop.json<PlacedOrder>('post', '/orders', { as: customer, body })).body;
  const intent = { orderId: order._id };
  const opened = (await shop.json<Intent>('post', '/create-payment-intent', { as: customer, body: intent }))
    .body;
  await simulator.pay({ id: opened.intentId, clientSecret: opened.clientSecret });
  const claim = { order: order._id, transactionId: opened.intentId };
  await shop.json('patch', `/orders/order/${order._id}`, { as: customer, body: claim });
  return { ...order, transaction: opened.intentId };
}

const { dayOf, isoOf } = shopClock('Asia/Dhaka');
const today = () => dayOf(Date.now());
/** The lines of the file by order: each a record of its columns. */
async function lines(): Promise<Map<string, Record<string, string>>> {
  const answer = await shop.call('get', `/bookkeeping.csv?from=${today()}&to=${today()}`, { as: admin });
  expect(answer.headers.get('content-disposition')).toContain(`bookkeeping-${today()}-${today()}.csv`);
  const [head = '', ...rest] = (await answer.text()).replace('\ufeff', '').trim().split('\n');
  const names = head.split(',');
  const records = rest.map((line) =>
    Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell])),
  );
  return new Map(records.map((record) => [record.orderId ?? '', record]));
}

test('the bookkeeper gets gross, refund, net and fee of each paid order, and nobody’s name', async () => {
  const [kept, back] = [await paidOrder(), await paidOrder()];
  const unpaid = anOrder(customer, await shop.newTool());
  await shop.json('post', '/orders', { as: customer, body: unpaid });
  const log = await openOrderLog({ url: shop.redis.url });
  const ask = { type: 'request-refund', reason: 'other', restock: false } as const;
  const origin = { actor: 'ops:test', correlationId: 'test' };
  await log.afterPayment(back._id, ask, origin);
  const taken = { type: 'record-refund', refundId: 're_1', amount: back.price * 100, by: 'shop' } as const;
  await log.afterPayment(back._id, taken, origin);
  await log.close();
  const found = await lines();
  expect([...found.keys()].sort()).toEqual([kept._id, back._id].sort());
  expect(found.get(kept._id)).toMatchObject({
    gross: String(kept.price),
    refund: '0',
    refundedAt: '',
    placedAt: isoOf(Date.parse(kept.createdAt)),
    net: String(kept.price),
    fee: expect.stringMatching(/^\d+(\.\d\d?)?$/),
    currency: 'USD',
    transactionId: kept.transaction,
  });
  expect(found.get(back._id)).toMatchObject({
    gross: String(back.price),
    refund: String(back.price),
    net: '0',
  });
  expect(JSON.stringify([...found])).not.toContain('rina@example.com');
});

test('what is left after all but a cent went back is a cent', async () => {
  const order = await paidOrder();
  const log = await openOrderLog({ url: shop.redis.url });
  const amount = order.price * 100 - 1;
  const taken = { type: 'record-refund', refundId: 're_2', amount, by: 'provider' } as const;
  await log.afterPayment(order._id, taken, { actor: 'ops:test', correlationId: 'test' });
  await log.close();
  expect((await lines()).get(order._id)).toMatchObject({ refund: String(amount / 100), net: '0.01' });
  const { revenue } = (await shop.json<Stats>('get', '/stats', { as: admin })).body;
  expect(revenue).toBe(Math.round(revenue * 100) / 100);
});

test('a provider that is away costs the column of fees, not the file', async () => {
  const order = await paidOrder();
  await simulator.control('POST', '/test/faults', { effect: 'away', path: '/v1/balance', times: 100 });
  expect((await lines()).get(order._id)).toMatchObject({ gross: String(order.price), fee: '' });
  await simulator.control('DELETE', '/test/faults', {});
});

test.each([
  ['from=2026-01-01&to=2025-12-31', 'The last day is before the first'],
  ['from=2026-01-01&to=2026-12-31', 'Take at most 92 days at once'],
  ['from=soon&to=2026-12-31', 'Write a date such as 2026-11-21'],
  ['from=0001-01-01&to=0001-01-31', 'Write a date from 2000-01-01 on'],
])('a span that cannot be is refused in words: %s', async (query, words) => {
  const refused = await shop.json<Problem>('get', `/bookkeeping.csv?${query}`, { as: admin });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain(words);
});
