import { type OrderLog, type OrderPage, recordAudit } from '@karigar/events';
import type { Context } from 'hono';
import { z } from 'zod';
import { Order, OrderQuery } from '../contracts/order.ts';
import { privateCache, privateJson } from '../http/answers.ts';
import type { AppEnv } from '../http/app-env.ts';
import { adminOf, type Call, defineCall } from '../http/call.ts';
import type { UserRecords } from '../people/user-records.ts';
import { csvPageSize, orderCsv } from './order-csv.ts';
import { listQuery } from './order-filter.ts';
import { orderViews, type ViewParts } from './order-view.ts';

/** Without a limit a list answers this many, as the old shop's client expects everything at once. */
const unlimitedMeans = 1_000;

const paged = {
  description:
    'Orders, newest first. `X-Total-Count` counts all that match, `X-Next-Cursor` leads to the next page',
  schema: z.array(Order),
};

interface OrderListParts extends ViewParts {
  readonly log: OrderLog;
  readonly users: Pick<UserRecords, 'accountsAt'>;
}

/** The lists of orders: a person's own, and all of them for admins, also as CSV. */
export function orderListCalls(parts: OrderListParts): Call[] {
  const { log } = parts;
  /** An address as the accounts that it means; admins ask by address. */
  const ofAll = async (query: OrderQuery, limit: number) =>
    listQuery(query, query.email ? await parts.users.accountsAt(query.email) : undefined, limit);
  const answer = async (c: Context<AppEnv>, page: OrderPage) =>
    privateJson(c, await orderViews(page.orders, parts), 200, {
      'X-Total-Count': String(page.total),
      ...(page.nextCursor === null ? {} : { 'X-Next-Cursor': page.nextCursor }),
    });
  return [
    defineCall({
      method: 'get',
      path: '/orders',
      summary: 'All orders; `search` is a part of the tool name',
      access: 'admin',
      limit: 'read',
      query: OrderQuery,
      answers: { 200: paged },
      problems: [],
      async handle({ c, query }) {
        return answer(c, await log.orders(await ofAll(query, query.limit ?? unlimitedMeans)));
      },
    }),
    defineCall({
      method: 'get',
      path: '/orders.csv',
      summary: 'The same filter as a CSV file, streamed, without a limit',
      access: 'admin',
      limit: 'read',
      query: OrderQuery,
      answers: { 200: { description: 'One line per order', contentType: 'text/csv' } },
      problems: [],
      async handle({ c, person, query }) {
        const { cursor: _, limit: __, email: ___, search, ...filter } = query;
        const wanted = await ofAll(query, csvPageSize);
        // The record is never cut: it names accounts, never an address, and not what was typed, which may be a customer's name.
        const detail = {
          ...filter,
          ...(search ? { search: true } : {}),
          ...(wanted.uids && { accounts: wanted.uids }),
        };
        const action = { kind: 'orders.exported', subject: 'orders.csv', detail };
        await recordAudit(log.redis, adminOf(c, person), action);
        return c.body(await orderCsv({ log, personal: parts.personal }, wanted), 200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': 'attachment; filename="orders.csv"',
          ...privateCache,
        });
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
      async handle({ c, person, query }) {
        const own = listQuery(query, await person.accounts(), query.limit ?? unlimitedMeans);
        return answer(c, await log.orders(own));
      },
    }),
  ];
}
