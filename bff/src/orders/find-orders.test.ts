import type { OrderListQuery, OrderLog } from '@karigar/events';
import { expect, it } from 'vitest';
import { findOrders } from './find-orders.ts';

/** Finds among these customers, with the orders of `buyers`, and of tools named by `toolWords`. */
function parts(uids: string[], more: boolean, { buyers = [''], toolWords = '' } = {}) {
  const fits = (query: OrderListQuery) =>
    query.uids ? query.uids.some((uid) => buyers.includes(uid)) : query.search === toolWords;
  const log = {
    order: async () => null,
    orderIdAt: async () => null,
    orderIdOfPayment: async () => null,
    orders: async (query: OrderListQuery) => ({ orders: [], total: fits(query) ? 1 : 0, nextCursor: null }),
  };
  return { log: log as unknown as OrderLog, findCustomers: async () => ({ uids, more }) };
}
const read = (from: Parameters<typeof findOrders>[0], query: Partial<OrderListQuery> = {}) =>
  findOrders(from, 'rahim', undefined, { limit: 10, ...query });

it('it is said that more customers fit, also where none of those looked at has such an order', async () => {
  const nothing = { as: 'nothing', more: true };
  expect(await read(parts(['u1'], true))).toMatchObject(nothing);
  expect(await read(parts(['u1'], true, { toolWords: 'rahim' }))).toMatchObject({ ...nothing, as: 'tool' });
  expect(await read(parts(['u1'], false))).toMatchObject({ ...nothing, more: false });
});

it('orders of other accounts than those of the query are never found', async () => {
  const shop = parts(['u1', 'u2'], false, { buyers: ['u1', 'u2'] });
  expect(await read(shop)).toMatchObject({ as: 'customer', query: { uids: ['u1', 'u2'] } });
  expect(await read(shop, { uids: ['u2', 'u3'] })).toMatchObject({ query: { uids: ['u2'] } });
});
