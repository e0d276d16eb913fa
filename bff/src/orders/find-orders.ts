import { isDeleted, type OrderDocument, type OrderListQuery, type OrderLog } from '@karigar/events';
import { readNumber } from '../contracts/order-number.ts';
import { transactionIdByHand } from '../contracts/payment.ts';
import { orderNamed } from './order-access.ts';
import type { OrderParts } from './order-parts.ts';

/** What was found, and how the text was read, where there was one; `nothing`: nothing fits it in any way. */
export interface Found {
  as?: 'number' | 'id' | 'payment' | 'customer' | 'tool' | 'nothing';
  /** The text fits names of ordered tools as well. */
  also?: boolean;
  /** More customers fit than were looked at. */
  more?: boolean;
  /** Finds the orders. */
  query: OrderListQuery;
  /** Where the text names one order, whatever the query asks: that order, or none when it is deleted or was never there. */
  named?: OrderDocument[];
}

/**
 * Finds orders by one text. The number or id of an order, or a payment, means that order; else the text is looked for among customers, and
 * where none of them has orders of the query among the names of tools. `only` leaves one reading.
 */
export async function findOrders(
  { log, findCustomers }: Pick<OrderParts, 'log' | 'findCustomers'>,
  text: string,
  only: 'customer' | 'tool' | undefined,
  query: OrderListQuery,
): Promise<Found> {
  const exact = only === undefined ? await exactly(log, text) : null;
  if (exact !== null) return { ...exact, query };
  const has = async (narrowed: OrderListQuery) =>
    (await log.orders({ ...narrowed, cursor: undefined, limit: 0 })).total > 0;
  const ofTools = { ...query, search: text };
  if (only === 'tool') return { as: 'tool', query: ofTools };
  const { uids: fitting, more } = await findCustomers(text);
  const uids = fitting.filter((uid) => query.uids?.includes(uid) ?? true);
  const ofCustomers = { ...query, uids };
  if (only === 'customer' || (uids.length > 0 && (await has(ofCustomers))))
    return { as: 'customer', also: await has(ofTools), more, query: ofCustomers };
  // Customers who were not looked at may have such orders, so that nothing found is not all there is.
  return { as: (await has(ofTools)) ? 'tool' : 'nothing', more, query: ofTools };
}

/** Finds the id of the order that a payment has paid: the provider's, or one by hand. */
async function orderIdOfPayment(log: Pick<OrderLog, 'orderIdOfPayment'>, text: string) {
  if (/^\w{8,255}$/.test(text)) {
    const paid = await log.orderIdOfPayment(text);
    if (paid !== null) return paid;
  }
  const { data } = transactionIdByHand.safeParse(text);
  return data === undefined ? null : log.orderIdOfPayment(data);
}

/** Reads a text as the name of one order; null when it is none. A bare number is one only where there is such an order. */
async function exactly(log: OrderLog, text: string): Promise<Pick<Found, 'as' | 'named'> | null> {
  const found = await orderNamed(log, /^\d{1,15}$/.test(text) ? `K-${text}` : text);
  if (found !== null)
    return { as: found.id === text ? 'id' : 'number', named: isDeleted(found) ? [] : [found] };
  if (readNumber(text) !== null) return { as: 'number', named: [] };
  const paid = await orderIdOfPayment(log, text);
  const order = paid === null ? null : await log.order(paid);
  return order === null || isDeleted(order) ? null : { as: 'payment', named: [order] };
}
