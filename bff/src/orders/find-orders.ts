import {
  isDeleted,
  type OrderDocument,
  type OrderListQuery,
  type OrderLog,
  type OrderPage,
} from '@karigar/events';
import { readNumber } from '../contracts/order-number.ts';
import { orderIdOf } from './order-access.ts';

/** Finds the accounts of customers by the beginning of an email or words of a name; `more`: not all that fit are among them. */
type FindCustomers = (text: string) => Promise<{ uids: readonly string[]; more: boolean }>;

/** What finding needs. */
export interface FindParts {
  readonly log: OrderLog;
  readonly findCustomers: FindCustomers;
}

/** How a text was read; `nothing`: nothing fits it in any way. */
type FoundAs = 'number' | 'id' | 'payment' | 'customer' | 'tool' | 'nothing';

/** One page of what was found; `also`: the text fits names of ordered tools as well; `more`: more customers fit than were looked at. */
export interface Found extends OrderPage {
  readonly as: FoundAs;
  readonly also: boolean;
  readonly more: boolean;
}

/** What a text is read as. `in` leaves only one reading. */
export interface FindText {
  readonly text: string;
  readonly in?: 'customer' | 'tool' | undefined;
}

/** The orders that a text means, as a list to go through: one order, or those of a query. */
type Reading = { readonly order: OrderDocument | null } | { readonly query: OrderListQuery };
type Read = Reading & Pick<Found, 'as' | 'also' | 'more'>;

/**
 * Finds orders by one text. The number or id of an order, or a payment, means that order, whatever the rest of the query asks; else the
 * text is looked for among customers, and where none of them has such orders among the names of tools.
 */
export async function findOrders(parts: FindParts, find: FindText, query: OrderListQuery): Promise<Found> {
  const { as, also, more, ...reading } = await readText(parts, find, query);
  if ('query' in reading) return { as, also, more, ...(await parts.log.orders(reading.query)) };
  const orders = reading.order === null ? [] : [reading.order];
  return { as, also, more, orders, total: orders.length, nextCursor: null };
}

/** The same as a query that leads through all pages; null when the text means one order, which is `order`. */
export async function readText(
  { log, findCustomers }: FindParts,
  find: FindText,
  query: OrderListQuery,
): Promise<Read> {
  const { text } = find;
  const alone = { also: false, more: false };
  if (find.in === undefined) {
    const exact = await exactly(log, text);
    if (exact !== null) return { ...exact, ...alone };
  }
  const ofTools: Reading = { query: { ...query, search: text } };
  const has = async (reading: { query: OrderListQuery }) =>
    (await log.orders({ ...reading.query, cursor: undefined, limit: 0 })).total > 0;
  if (find.in === 'tool') return { ...ofTools, as: 'tool', ...alone };
  const { uids: fitting, more } = await findCustomers(text);
  const uids = fitting.filter((uid) => query.uids?.includes(uid) ?? true);
  const ofCustomers = { query: { ...query, uids } };
  if (find.in === 'customer' || (uids.length > 0 && (await has(ofCustomers))))
    return { ...ofCustomers, as: 'customer', also: await has(ofTools), more };
  // Customers who were not looked at may have such orders, so that nothing found is not all there is.
  return { ...ofTools, as: (await has(ofTools)) ? 'tool' : 'nothing', also: false, more };
}

/** Reads a text as the name of one order; null when it is none. A bare number is one only where there is such an order. */
async function exactly(
  log: OrderLog,
  text: string,
): Promise<({ order: OrderDocument | null } & Pick<Found, 'as'>) | null> {
  const isNumber = readNumber(text) !== null;
  const id = await orderIdOf(log, /^\d{1,15}$/.test(text) ? `K-${text}` : text);
  const found = id === null ? null : await log.order(id);
  if (found !== null) return { order: isDeleted(found) ? null : found, as: id === text ? 'id' : 'number' };
  if (isNumber) return { order: null, as: 'number' };
  const paid = /^\w{8,255}$/.test(text) ? await log.orderIdOfPayment(text) : null;
  const order = paid === null ? null : await log.order(paid);
  return order === null || isDeleted(order) ? null : { order, as: 'payment' };
}
