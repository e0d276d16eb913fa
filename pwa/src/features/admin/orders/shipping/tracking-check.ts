import type { Order } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { getOrders } from '../../../../shared/api/calls.ts';
import { findOrder } from '../../../../shared/writes/find-order.ts';
import { asksToCancel, isDisputed, mayShip } from '../order-questions.ts';
import { isUnderWay, type Shippings } from './shipping.ts';
import { readTrackingList, type TrackingLine } from './tracking-list.ts';

/** A line whose order is there and can be shipped, or has left and gets its number, or what is wrong with it, in words that follow "Line 3". */
export type CheckedLine =
  | { line: number; order: Order; trackingNumber: string; fault: null }
  | { line: number; text: string; fault: string };

type GoodLine = Extract<TrackingLine, { fault: null }>;

/** Why a line does nothing; null for one that ships its order, or tells the number of one that has left. */
function faultOf(order: Order | null, { number, trackingNumber }: GoodLine): string | null {
  const name = showNumber(number);
  if (order === null) return `names ${name}, which does not exist`;
  if (order.status === 'Shipped')
    return order.trackingNumber === trackingNumber ? `names ${name}, which already has this number` : null;
  if (!order.paid) return `names ${name}, which is not paid`;
  if (!mayShip(order)) return `names ${name}, which is refunded or being refunded`;
  if (asksToCancel(order)) return `names ${name}, which has a cancellation request: decide on it first`;
  return isDisputed(order) ? `names ${name}, whose payment is disputed: ship it separately` : null;
}

/** Puts the orders as the shop has them to the lines. */
export const withOrders = (
  lines: readonly TrackingLine[],
  orders: ReadonlyMap<number, Order>,
): CheckedLine[] =>
  lines.map((read) => {
    if (read.fault !== null) return read;
    const { line, number, trackingNumber } = read;
    const order = orders.get(number) ?? null;
    const fault = faultOf(order, read);
    if (order === null || fault !== null) return { line, text: showNumber(number), fault: fault ?? '' };
    return { line, order, trackingNumber, fault: null };
  });

/** Leaves out what this page ships already: its tracking number would be lost. */
export const withoutUnderWay = (lines: readonly CheckedLine[], shippings: Shippings): CheckedLine[] =>
  lines.map((line) => {
    if (line.fault !== null || !isUnderWay(shippings.get(line.order._id))) return line;
    const name = showNumber(line.order.number);
    return { line: line.line, text: name, fault: `names ${name}, which is being shipped right now` };
  });

/**
 * Reads a pasted list and looks at each of its orders, so that every faulty line is known before anything is sent. What waits to be shipped is
 * read with one call; only other orders are asked for one by one. Throws ApiProblem or NoAnswerError.
 */
export async function checkTrackingList(text: string): Promise<CheckedLine[]> {
  const lines = readTrackingList(text);
  const wanted = lines.flatMap((line) => (line.fault === null ? [line.number] : []));
  const orders = new Map<number, Order>();
  if (wanted.length > 0) {
    const { items } = await getOrders({ status: 'pending', paid: 'true', oldest: 'true', limit: 1000 });
    for (const order of items) orders.set(order.number, order);
  }
  for (const number of wanted.filter((one) => !orders.has(one))) {
    const order = await findOrder(showNumber(number));
    if (order !== null) orders.set(number, order);
  }
  return withOrders(lines, orders);
}
