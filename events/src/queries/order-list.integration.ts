import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { OrderDocument } from '../model/order-record.ts';
import { openOrderLog } from '../order-log.ts';
import { liveStatuses } from '../orders/order-state.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { startRedis } from '../testing/start-redis.ts';
import type { OrderListQuery } from './order-list.ts';

/** Every live order, newest first, as the list should show it. */

const names = ['Claw Hammer', 'Sledge hammer', 'Wood Plane', 'Jack plane (.*)'];
const statusOf = (order: OrderDocument) => order.status;

const redis = await startRedis();
const log = await openOrderLog({ url: redis.url, commandTimeoutMs: 30_000 });
for (const [index, name] of names.entries()) await offerTool(log, sampleTool({ id: `t${index}`, name }), 999);
const ids: string[] = [];
for (let turn = 0; turn < 90; turn += 1) {
  const { order } = await log.place(
    samplePlace({
      toolId: `t${turn % 4}`,
      idempotencyKey: `k${turn}`,
      uid: `u${turn % 3}`,
    }),
  );
  const orderId = order.id;
  ids.unshift(orderId);
  if (turn % 7 === 0) await log.remove({ orderId, reason: 'customer', expectedIntent: null, ...origin });
  else if (turn % 3 > 0 || turn % 2 > 0) await log.pay({ orderId, transactionId: `pi${turn}`, ...origin });
  if (turn % 7 !== 0 && turn % 3 === 1) await log.ship({ orderId, ...origin });
}
const found = await Promise.all(ids.map((id) => log.order(id)));
const all = found.filter((order): order is OrderDocument => order !== null && order.status !== 'deleted');
afterAll(async () => {
  await log.close();
  await redis.stop();
});

/** The orders that a query means, picked one by one. */
function meant(query: Omit<OrderListQuery, 'limit'>): OrderDocument[] {
  return all.filter(
    (order) =>
      (query.states === undefined || query.states.includes(statusOf(order))) &&
      (query.uids === undefined || query.uids.includes(order.uid)) &&
      (query.search ?? '')
        .toLowerCase()
        .split(' ')
        .every((word) => order.toolsName.toLowerCase().includes(word)) &&
      order.createdAt >= (query.from ?? 0) &&
      order.createdAt < (query.to ?? Number.POSITIVE_INFINITY),
  );
}

/** All pages of a query, and the total that each page told. */
async function pages(query: Omit<OrderListQuery, 'limit'>, limit: number) {
  const orders: OrderDocument[] = [];
  const totals = new Set<number>();
  let cursor: string | undefined;
  do {
    const page = await log.orders({ ...query, limit, cursor });
    expect(page.orders.length).toBeLessThanOrEqual(limit);
    orders.push(...page.orders);
    totals.add(page.total);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { orders, totals: [...totals] };
}

describe('the list of orders', () => {
  const filters: readonly OrderListQuery['states'][] = [
    undefined,
    [],
    ['unpaid'],
    ['paid'],
    ['shipped'],
    ['unpaid', 'paid'],
    ['paid', 'shipped'],
  ];
  const accounts = [undefined, ['u1'], ['u1', 'u2'], ['nobody']];
  const searches = [undefined, 'HAMMER', 'plane (.*', 'hammer CLAW', 'no such tool'];
  const queries = filters.flatMap((states) =>
    accounts.flatMap((uids) => searches.map((search) => ({ states, uids, search }))),
  );

  it.each(queries)('finds what is meant by %j, page by page', async (query) => {
    const expected = meant(query);
    for (const limit of [7, 100]) {
      const { orders, totals } = await pages(query, limit);
      expect(orders).toEqual(expected);
      expect(totals).toEqual([expected.length]);
    }
    const { orders: oldestFirst } = await pages({ ...query, oldestFirst: true }, 7);
    expect(oldestFirst).toEqual(expected.toReversed());
  });

  it.each(queries.filter((_, index) => index % 3 === 0))('keeps to a period with %j', async (query) => {
    const [from, to] = [all[60]?.createdAt ?? 0, all[20]?.createdAt ?? 0];
    const expected = meant({ ...query, from, to });
    const { orders, totals } = await pages({ ...query, from, to }, 9);
    expect(orders).toEqual(expected);
    expect(totals).toEqual([expected.length]);
  });

  it('pages through several states in one order, with no order lost or repeated, whatever the page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray([...liveStatuses]),
        fc.integer({ min: 1, max: 40 }),
        async (states, limit) => {
          const expected = meant({ states });
          const { orders, totals } = await pages({ states }, limit);
          expect(orders).toEqual(expected);
          expect(totals).toEqual([expected.length]);
        },
      ),
    );
  });

  it('adds up the states', async () => {
    const totals = await log.totals();
    expect(totals).toMatchObject({
      unpaid: meant({ states: ['unpaid'] }).length,
      paid: meant({ states: ['paid'] }).length,
      shipped: meant({ states: ['shipped'] }).length,
      deleted: 90 - all.length,
    });
    const sum = (orders: readonly OrderDocument[]) => orders.reduce((money, order) => money + order.price, 0);
    expect(totals.revenue).toBe(sum(all.filter((order) => order.status !== 'unpaid')));
    expect(totals.awaitingPayment).toBe(sum(meant({ states: ['unpaid'] })));
  });
});
