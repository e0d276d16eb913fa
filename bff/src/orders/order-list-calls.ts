import { type OrderLog, type OrderPage, recordAudit } from '@karigar/events';
import { z } from 'zod';
import { Order, OrderQuery } from '../contracts/order.ts';
import type { ShopClock } from '../contracts/shop-clock.ts';
import { privateJson } from '../http/answers.ts';
import { adminOf, type Call, defineCall } from '../http/call.ts';
import { csvAnswer } from '../http/csv-stream.ts';
import type { UserRecords } from '../people/user-records.ts';
import { type FindParts, type Found, findOrders, readText } from './find-orders.ts';
import { csvPageSize, orderColumns, orderRows } from './order-csv.ts';
import { listQuery } from './order-filter.ts';
import { forCustomer, orderViews, type ViewParts } from './order-view.ts';

/** Without a limit a list answers this many, as the old shop's client expects everything at once. */
const unlimitedMeans = 1_000;

const paged = {
  description:
    'Orders, newest first, or oldest first with `oldest`. `X-Total-Count` counts all that match, `X-Next-Cursor` leads to the next page',
  schema: z.array(Order),
};

/** Says how a text was read. */
const foundHeaders = ({ as, also, more }: Pick<Found, 'as' | 'also' | 'more'>): Record<string, string> => ({
  'X-Found-As': as,
  ...(also ? { 'X-Also-Found': 'tool' } : {}),
  ...(more ? { 'X-Found-More': 'true' } : {}),
});

interface OrderListParts extends ViewParts, FindParts {
  readonly log: OrderLog;
  readonly users: Pick<UserRecords, 'accountsAt'>;
  readonly clock: ShopClock;
}

/** The lists of orders: a person's own, and all of them for admins, also as CSV. */
export function orderListCalls(parts: OrderListParts): Call[] {
  const { log, clock } = parts;
  /** An address as the accounts that it means; admins ask by address. */
  const ofAll = async (query: OrderQuery, limit: number) =>
    listQuery(query, query.email ? await parts.users.accountsAt(query.email) : undefined, limit, clock);
  const answer = async (
    page: OrderPage,
    shown: (order: Order) => Order = (order) => order,
    headers: Record<string, string> = {},
  ) =>
    privateJson((await orderViews(page.orders, parts)).map(shown), 200, {
      'X-Total-Count': String(page.total),
      ...(page.nextCursor === null ? {} : { 'X-Next-Cursor': page.nextCursor }),
      ...headers,
    });
  return [
    defineCall({
      method: 'get',
      path: '/orders',
      summary:
        'All orders; `search` means words of the tool name, `find` also a number, an id, a payment or a customer',
      access: 'admin',
      limit: 'read',
      query: OrderQuery,
      answers: {
        200: {
          ...paged,
          description: `${paged.description}. With \`find\`, \`X-Found-As\` says how it was read, \`X-Also-Found: tool\` that it fits tool names as well, \`X-Found-More\` that more customers fit than were looked at`,
        },
      },
      problems: [],
      async handle({ query }) {
        const wanted = await ofAll(query, query.limit ?? unlimitedMeans);
        if (!query.find) return answer(await log.orders(wanted));
        const found = await findOrders(parts, { text: query.find, in: query.in }, wanted);
        return answer(found, undefined, foundHeaders(found));
      },
    }),
    defineCall({
      method: 'get',
      path: '/orders.csv',
      summary: 'The same filter as a CSV file, streamed, without a limit',
      access: 'admin',
      limit: 'read',
      query: OrderQuery,
      answers: {
        200: {
          description: 'One line per order; `find` answers with the headers of the list',
          contentType: 'text/csv',
        },
      },
      problems: [],
      async handle({ c, person, query }) {
        const { cursor: _, limit: __, email: ___, search, find, ...filter } = query;
        const all = await ofAll(query, csvPageSize);
        const read = find ? await readText(parts, { text: find, in: query.in }, all) : { query: all };
        const wanted = 'query' in read ? read.query : all;
        // The record is never cut: it names accounts, never an address, and not what was typed, which may be a customer's name.
        const detail = {
          ...filter,
          ...(search || find ? { search: true } : {}),
          ...(wanted.uids && { accounts: wanted.uids }),
          ...('order' in read && { order: read.order?.id ?? null }),
        };
        const action = { kind: 'orders.exported', subject: 'orders.csv', detail };
        await recordAudit(log.redis, adminOf(c, person), action);
        if ('as' in read)
          for (const [name, value] of Object.entries(foundHeaders(read))) c.header(name, value);
        const one = 'order' in read ? (read.order === null ? [] : [read.order]) : null;
        return csvAnswer(c, 'orders.csv', orderColumns(clock), (cursor) =>
          orderRows(parts, one ?? wanted, cursor),
        );
      },
    }),
    defineCall({
      method: 'get',
      path: '/orders/:email',
      summary: 'The orders of the person who asks',
      access: 'own-email',
      limit: 'read',
      query: OrderQuery,
      answers: { 200: paged },
      problems: ['FORBIDDEN'],
      async handle({ person, query }) {
        const own = listQuery(query, await person.accounts(), query.limit ?? unlimitedMeans, clock);
        return answer(await log.orders(own), forCustomer);
      },
    }),
  ];
}
