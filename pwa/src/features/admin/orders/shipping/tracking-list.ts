import { readNumber, showNumber } from '@karigar/bff/order-number';
import { longest, plainCode } from '@karigar/bff/written-text';
import { orNull } from '../../../../shared/writes/find-order.ts';
import { asksToCancel, isDisputed, mayShip } from '../model/order-questions.ts';
import type { OrderSource } from '../model/order-source.ts';
import { type AnyOrder, isParcel } from '../model/order-words.ts';
import { isUnderWay, mostAtOnce, type Shippings } from './shipping.ts';

/**
 * One line of a pasted list, by its place in the text (from 1): a tracking number and what it is for, or a fault, in words that follow "Line 3".
 */
type Line<What> =
  | { line: number; fault: string }
  | ({ line: number; fault: null; trackingNumber: string } & What);
/** A line as it is read: which order goes under which tracking number. */
type TrackingLine = Line<{ number: number }>;
/** A line whose order can be shipped, or has left and gets its number. */
export type CheckedLine<O extends AnyOrder> = Line<{ order: O }>;

/** Reads one line: the number of an order, then a comma, a semicolon or a tab, then the tracking number. */
function readLine(text: string, line: number): TrackingLine {
  const [name = '', typed, ...more] = text.split(/[,;\t]/).map((column) => column.trim());
  if (typed === undefined) return { line, fault: 'needs an order number, a comma and a tracking number' };
  const trackingNumber = plainCode(typed);
  const number = readNumber(name) ?? readNumber(`#${name}`);
  if (number === null) return { line, fault: `“${name}” is not an order number such as K-180` };
  if (more.length > 0) return { line, fault: 'has more than two columns' };
  if (trackingNumber === '') return { line, fault: 'has no tracking number' };
  if (trackingNumber.length > longest.trackingNumber)
    return { line, fault: `has a tracking number longer than ${longest.trackingNumber} characters` };
  return { line, number, trackingNumber, fault: null };
}

/** Reads a pasted list of order numbers and tracking numbers; empty lines are passed over. */
export function readTrackingList(text: string): TrackingLine[] {
  const first = new Map<number, number>();
  return text.split(/\r?\n/).flatMap((words, index): TrackingLine[] => {
    const line = index + 1;
    if (words.trim() === '') return [];
    const read = readLine(words, line);
    if (read.fault !== null) return [read];
    const before = first.get(read.number);
    if (before !== undefined)
      return [{ line, fault: `names ${showNumber(read.number)} again, after line ${before}` }];
    first.set(read.number, line);
    return [
      first.size <= mostAtOnce ? read : { line, fault: `is over the limit of ${mostAtOnce} orders at once` },
    ];
  });
}

/** Why an order gets no tracking number; null when it is shipped with it, or has left. */
function faultOf(order: AnyOrder, trackingNumber: string): string | null {
  if (order.status === 'Shipped')
    return order.trackingNumber === trackingNumber ? 'which already has this number' : null;
  if (isParcel(order)) return order.onHold ? 'which is on hold: an admin decides on it first' : null;
  if (!order.paid) return 'which is not paid';
  if (!mayShip(order)) return 'which is refunded or being refunded';
  if (asksToCancel(order)) return 'which has a cancellation request: decide on it first';
  return isDisputed(order) ? 'whose payment is disputed: ship it separately' : null;
}

/** A list that was read, and its orders as the shop has them, by number. */
export interface CheckedList<O extends AnyOrder> {
  lines: readonly TrackingLine[];
  orders: ReadonlyMap<number, O>;
}

/** What each line does. `shippings`: what this page ships already is left out, because its tracking number would be lost. */
export const checkedLines = <O extends AnyOrder>(
  { lines, orders }: CheckedList<O>,
  shippings: Shippings,
): CheckedLine<O>[] =>
  lines.map((read) => {
    if (read.fault !== null) return read;
    const { line, number, trackingNumber } = read;
    const order = orders.get(number);
    const fault = order ? faultOf(order, trackingNumber) : 'which was not found';
    const names = `names ${showNumber(number)}, `;
    if (order === undefined || fault !== null) return { line, fault: names + fault };
    return isUnderWay(shippings.get(order._id))
      ? { line, fault: `${names}which is being shipped right now` }
      : { line, order, trackingNumber, fault: null };
  });

/**
 * Reads a pasted list and looks at each of its orders, so that every faulty line is known before anything is sent. What waits to be shipped is
 * read with one call; only other orders are asked for one by one. Throws ApiProblem or NoAnswerError.
 */
export async function checkTrackingList<O extends AnyOrder>(
  text: string,
  source: Pick<OrderSource<O>, 'read' | 'toShip'>,
): Promise<CheckedList<O>> {
  const lines = readTrackingList(text);
  const wanted = lines.flatMap((line) => (line.fault === null ? [line.number] : []));
  const orders = new Map<number, O>();
  if (wanted.length > 0) {
    const { items } = await source.toShip();
    for (const order of items) orders.set(order.number, order);
  }
  for (const number of wanted.filter((one) => !orders.has(one))) {
    const order = await orNull(source.read(showNumber(number)));
    if (order !== null) orders.set(number, order);
  }
  return { lines, orders };
}
