import { openOrderLog, shopClock } from '@karigar/events';
import { afterAll, expect, test } from 'vitest';
import type { Stats } from '../contracts/shop.ts';
import { payingShop } from './testing/paying-shop.ts';

const paying = await payingShop();
const { shop, simulator, admin, customer, paidOrder } = paying;
afterAll(() => paying.stop());

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

/** Records that money of an order went back, as `by` has asked for. */
async function giveBack(orderId: string, amount: number, by: 'shop' | 'provider') {
  const log = await openOrderLog({ url: shop.redis.url });
  const origin = { actor: 'ops:test', correlationId: 'test' };
  if (by === 'shop')
    await log.afterPayment(orderId, { type: 'request-refund', reason: 'other', restock: false }, origin);
  const taken = { type: 'record-refund', refundId: `re_${orderId}`, amount, by } as const;
  await log.afterPayment(orderId, taken, origin);
  await log.close();
}

test('the bookkeeper gets gross, refund, net and fee of each paid order, and nobody’s name', async () => {
  const [{ order: kept, intent }, { order: back }] = [await paidOrder(), await paidOrder()];
  await paying.newOrder();
  await giveBack(back._id, back.price * 100, 'shop');
  const found = await lines();
  expect([...found.keys()].sort()).toEqual([kept._id, back._id].sort());
  const price = String(kept.price);
  expect(found.get(kept._id)).toMatchObject({
    ...{ gross: price, refund: '0', refundedAt: '', net: price, currency: 'USD' },
    placedAt: isoOf(Date.parse(kept.createdAt)),
    fee: expect.stringMatching(/^\d+(\.\d\d?)?$/),
    transactionId: intent.intentId,
  });
  expect(found.get(back._id)).toMatchObject({ gross: price, refund: price, net: '0' });
  expect(JSON.stringify([...found])).not.toContain(customer.email);
});

test('what is left after all but a cent went back is a cent', async () => {
  const { order } = await paidOrder();
  const amount = order.price * 100 - 1;
  await giveBack(order._id, amount, 'provider');
  expect((await lines()).get(order._id)).toMatchObject({ refund: String(amount / 100), net: '0.01' });
  const { revenue } = (await shop.json<Stats>('get', '/stats', { as: admin })).body;
  expect(revenue).toBe(Math.round(revenue * 100) / 100);
});

test('a provider that is away costs the column of fees, not the file', async () => {
  const { order } = await paidOrder();
  await simulator.control('POST', '/test/faults', { effect: 'away', path: '/v1/balance', times: 100 });
  expect((await lines()).get(order._id)).toMatchObject({ gross: String(order.price), fee: '' });
  await simulator.control('DELETE', '/test/faults', {});
});

test.each([
  ['from=2026-01-01&to=2026-12-31', 'Take at most 92 days at once'],
  ['from=0001-01-01&to=0001-01-31', 'Write a date from 2000-01-01 on'],
])('a span that cannot be is refused in words: %s', async (query, words) => {
  const refused = await shop.json('get', `/bookkeeping.csv?${query}`, { as: admin });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain(words);
});
