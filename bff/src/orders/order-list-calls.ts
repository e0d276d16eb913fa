import type { OrderPage, ShopClock } from '@karigar/events';
import { recordAudit } from '../audit.ts';
import type { Order, OrderQuery } from '../contracts/order.ts';
import { showNumber } from '../contracts/order-number.ts';
import { privatePage } from '../http/answers.ts';
import { type Handlers, originOf } from '../http/call.ts';
import { type CsvColumns, csvAnswer } from '../http/csv-stream.ts';
import { orderPages } from '../payments/payment-parts.ts';
import { type Found, findOrders } from './find-orders.ts';
import { listQuery } from './order-filter.ts';
import type { OrderParts } from './order-parts.ts';
import { forCustomer, orderViews } from './order-view.ts';

/** Without a limit a list answers this many, as the old shop's client expects everything at once. */
const unlimitedMeans = 1_000;

/** Says how a text was read. */
const foundHeaders = ({ as, also, more }: Found): Record<string, string> => ({
  ...(as && { 'X-Found-As': as }),
  ...(also && { 'X-Also-Found': 'tool' }),
  ...(more && { 'X-Found-More': 'true' }),
});

/** The lists of orders: a person's own, and all of them for admins, also as CSV. */
export function orderListCalls(parts: OrderParts) {
  const { log, clock } = parts;
  const find = async (query: OrderQuery, limit: number): Promise<Found> => {
    // Admins ask by address, which means accounts.
    const uids = query.email ? await parts.users.accountsAt(query.email) : undefined;
    const wanted = listQuery(query, uids, limit, clock);
    return query.find ? findOrders(parts, query.find, query.in, wanted) : { query: wanted };
  };
  const answer = async (page: OrderPage, toStaff: boolean, headers: Record<string, string> = {}) => {
    const views = await orderViews(page.orders, parts);
    return privatePage(toStaff ? views : views.map(forCustomer), page, headers);
  };
  return {
    async 'GET /orders'({ query }) {
      const found = await find(query, query.limit ?? unlimitedMeans);
      const { named: orders } = found;
      const page = orders
        ? { orders, total: orders.length, nextCursor: null }
        : await log.orders(found.query);
      return answer(page, true, foundHeaders(found));
    },
    async 'GET /orders.csv'({ c, person, query }) {
      const { cursor: _, limit: __, email: ___, search, find: text, ...filter } = query;
      const found = await find(query, 1);
      const { named, query: asked } = found;
      // The record is never cut: it names accounts, never an address, and not what was typed, which may be a customer's name.
      const detail = {
        ...filter,
        ...((search || text) && { search: true }),
        ...(asked.uids && { accounts: asked.uids }),
        ...(named && { order: named[0]?.id ?? null }),
      };
      const action = { kind: 'orders.exported', subject: 'orders.csv', detail };
      await recordAudit(log.redis, originOf(c, person, 'admin'), action);
      for (const [name, value] of Object.entries(foundHeaders(found))) c.header(name, value);
      async function* pages() {
        for await (const page of named ? [named] : orderPages(log, asked))
          yield await orderViews(page, parts);
      }
      return csvAnswer(c, 'orders.csv', columns(clock), pages());
    },
    async 'GET /orders/:email'({ person, query }) {
      const own = listQuery(query, await person.accounts(), query.limit ?? unlimitedMeans, clock);
      return answer(await log.orders(own), false);
    },
  } satisfies Partial<Handlers>;
}

/** The columns of an exported file of orders. */
const columns = ({ isoOf }: ShopClock): CsvColumns<Order> => ({
  _id: null,
  createdAt: ({ createdAt }) => isoOf(Date.parse(createdAt)),
  toolsName: null,
  quantity: null,
  unitPrice: null,
  price: null,
  status: null,
  paid: ({ paid }) => (paid ? 'yes' : 'no'),
  transactionId: null,
  name: null,
  email: null,
  address: null,
  city: null,
  zip: null,
  number: ({ number }) => showNumber(number),
  phone: null,
  carrier: null,
  trackingNumber: null,
  refunded: ({ refund }) => refund?.amount ?? 0,
  paidBy: ({ paid, paidWay }) => (paid ? (paidWay ?? 'card') : ''),
});
