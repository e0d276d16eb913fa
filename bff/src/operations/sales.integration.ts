import { openOrderLog, shiftDay, shopClock } from '@karigar/events';
import { afterAll, expect, test } from 'vitest';
import type { Problem } from '../contracts/problem.ts';
import type { Sales } from '../contracts/shop.ts';
import { RunningShop } from '../testing/running-shop.ts';

const shop = await RunningShop.start({ SHOP_TIME_ZONE: 'Pacific/Auckland' });
const admin = await shop.admin();
const customer = await shop.person('rina@example.com');
afterAll(() => shop.stop());

const origin = { actor: 'ops:test', correlationId: 'test' };
const today = () => shopClock('Pacific/Auckland').dayOf(Date.now());
const read = async (from: string, to: string) =>
  (await shop.json<Sales>('get', `/sales?from=${from}&to=${to}`, { as: admin })).body;
const none = { placed: 0, paid: 0, money: 0, givenBack: 0 };

/** Places orders of a tool, of which so many are paid, and one of those is given back. */
async function sell(toolId: string, orders: number, paid: number): Promise<void> {
  const log = await openOrderLog({ url: shop.redis.url, timeZone: 'Pacific/Auckland' });
  for (let turn = 0; turn < orders; turn += 1) {
    const { order } = (await shop.place(customer, toolId)).body;
    if (turn >= paid) continue;
    await log.pay({ orderId: order._id, transactionId: `pi_${order._id}`, ...origin });
    if (turn > 0) continue;
    const back = { refundId: `re_${order._id}`, amount: 150, by: 'provider' } as const;
    await log.afterPayment(order._id, { type: 'record-refund', ...back }, origin);
  }
  await log.close();
}

test('an admin reads what was sold in a span and before it, what sells best and what runs out', async () => {
  const day = today();
  const planes = await shop.newTool({ name: 'Wood Plane', price: 20, availableQuantity: 200 });
  const hammers = await shop.newTool({ name: 'Hammer', price: 5, availableQuantity: 5_000 });
  await sell(planes, 2, 1);
  await sell(hammers, 2, 2);
  await shop.json('delete', `/tools/${hammers}`, { as: admin });

  const { days, before, bestSellers, runningOut, orders } = await read(shiftDay(day, -3), day);
  const sold = { placed: 4, paid: 3, money: 60, givenBack: 3 };
  expect(days).toEqual(
    [-3, -2, -1, 0].map((by) => ({ day: shiftDay(day, by), ...(by === 0 ? sold : none) })),
  );
  expect(before.map((one) => one.day)).toEqual([-7, -6, -5, -4].map((by) => shiftDay(day, by)));
  expect(bestSellers).toEqual([
    { _id: hammers, name: 'Hammer', pieces: 4, money: 20 },
    { _id: planes, name: 'Wood Plane', pieces: 2, money: 40 },
  ]);
  // Two pieces in four days; the other tool is not sold any more.
  expect(runningOut).toEqual([]);
  expect(orders).toEqual({ unpaid: 1, paid: 3, shipped: 0, refunded: 0, deleted: 0 });

  // Of a day that is not over, days to come count neither as past nor as sold.
  const { runningOut: soon } = await read(day, shiftDay(day, 7));
  expect(soon).toEqual([]);
  const few = await shop.newTool({ name: 'Saw', price: 5, availableQuantity: 9 });
  await sell(few, 1, 1);
  expect((await read(day, shiftDay(day, 7))).runningOut).toEqual([
    { _id: few, name: 'Saw', availableQuantity: 7, perDay: 2, daysLeft: 3 },
  ]);
  const yesterday = await read(shiftDay(day, -2), shiftDay(day, -1));
  expect(yesterday).toMatchObject({ bestSellers: [], runningOut: [] });
});

test('the figures are a file of one line a day', async () => {
  const day = today();
  const answer = await shop.call('get', `/sales.csv?from=${shiftDay(day, -1)}&to=${day}`, { as: admin });
  expect(answer.headers.get('content-disposition')).toContain(`sales-${shiftDay(day, -1)}-${day}.csv`);
  const lines = (await answer.text()).replace('\ufeff', '').trim().split('\n');
  expect(lines).toEqual([
    'day,ordersPlaced,ordersPaid,money,refunds,currency',
    `${shiftDay(day, -1)},0,0,0,0,USD`,
    expect.stringMatching(new RegExp(`^${day},5,4,\\d+,4.5,USD$`)),
  ]);
});

test.each([
  ['from=2026-01-01&to=2025-12-31', 'The last day is before the first'],
  ['from=2025-01-01&to=2026-01-02', 'Take at most 366 days at once'],
  ['from=2026-01-01', 'Write a date such as 2026-11-21'],
])('a span that cannot be is refused in words: %s', async (query, words) => {
  const refused = await shop.json<Problem>('get', `/sales?${query}`, { as: admin });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain(words);
});
