import { isDeleted, type OrderDocument, type OrderListQuery, type OrderLog } from '@karigar/events';
import { readNumber } from '../contracts/order-number.ts';
import { orderNamed } from './order-access.ts';

/** Finds the accounts of customers by the beginning of an email or words of a name; `more`: not all that fit are among them. */
export type FindCustomers = (text: string) => Promise<{ uids: readonly string[]; more: boolean }>;

/** What was found, and how the text was read; `nothing`: nothing fits it in any way. */
interface Found {
  as: 'number' | 'id' | 'payment' | 'customer' | 'tool' | 'nothing';
  /** The text fits names of ordered tools as well. */
  also: boolean;
  /** More customers fit than were looked at. */
  more: boolean;
  /** Lists those of a query that were found; the order that the text names, whatever the query asks. */
  orders: OrderLog['orders'];
  /** The accounts of the customers found. */
  uids?: readonly string[];
  /** The id of the order that the text names, or null when that is deleted or was never there; absent when it names none. */
  order?: string | null;
}

/**
 * Finds orders by one text. The number or id of an order, or a payment, means that order; else the text is looked for among customers, and
 * where none of them has orders of the query among the names of tools. `only` leaves one reading.
 */
export async function findOrders(
  { log, findCustomers }: { log: OrderLog; findCustomers: FindCustomers },
  text: string,
  only: 'customer' | 'tool' | undefined,
  query: OrderListQuery,
): Promise<Found> {
  const exact = only === undefined ? await exactly(log, text) : null;
  if (exact !== null) {
    const { as, order } = exact;
    const page = { orders: order ? [order] : [], total: order ? 1 : 0, nextCursor: null };
    return { as, also: false, more: false, orders: async () => page, order: order?.id ?? null };
  }
  const within =
    (narrowed: Partial<OrderListQuery>): OrderLog['orders'] =>
    (page) =>
      log.orders({ ...page, ...narrowed });
  const has = async (orders: OrderLog['orders']) =>
    (await orders({ ...query, cursor: undefined, limit: 0 })).total > 0;
  const ofTools = within({ search: text });
  if (only === 'tool') return { as: 'tool', also: false, more: false, orders: ofTools };
  const { uids: fitting, more } = await findCustomers(text);
  const uids = fitting.filter((uid) => query.uids?.includes(uid) ?? true);
  const ofCustomers = within({ uids });
  if (only === 'customer' || (uids.length > 0 && (await has(ofCustomers))))
    return { as: 'customer', also: await has(ofTools), more, orders: ofCustomers, uids };
  // Customers who were not looked at may have such orders, so that nothing found is not all there is.
  return { as: (await has(ofTools)) ? 'tool' : 'nothing', also: false, more, orders: ofTools };
}

/** Reads a text as the name of one order; null when it is none. A bare number is one only where there is such an order. */
async function exactly(
  log: OrderLog,
  text: string,
): Promise<(Pick<Found, 'as'> & { order: OrderDocument | null }) | null> {
  const found = await orderNamed(log, /^\d{1,15}$/.test(text) ? `K-${text}` : text);
  if (found !== null)
    return { order: isDeleted(found) ? null : found, as: found.id === text ? 'id' : 'number' };
  if (readNumber(text) !== null) return { order: null, as: 'number' };
  const paid = /^\w{8,255}$/.test(text) ? await log.orderIdOfPayment(text) : null;
  const order = paid === null ? null : await log.order(paid);
  return order === null || isDeleted(order) ? null : { order, as: 'payment' };
}
