import { readNumber, showNumber } from '@karigar/bff/order-number';
import { longest, plainCode } from '@karigar/bff/written-text';
import { orNull } from '../../../../shared/writes/find-order.ts';
import type { Desk } from '../model/desk.ts';
import { asksToCancel, isDisputed, mayShip, type ShownOrder } from '../model/order.ts';
import { ordersPerPage } from '../model/order-filter.ts';
import { isUnderWay, type Shippings } from './shipping.ts';

/**
 * One line of a pasted list, by its place in the text (from 1): a tracking number and what it is for, or a fault, in words that follow "Line 3".
 */
type Line<What> =
  | { line: number; fault: string }
  | ({ line: number; fault: null; trackingNumber: string } & What);
/** A line whose order can be shipped, or has left and gets its number. */
export type CheckedLine = Line<{ order: ShownOrder }>;

/** Reads one line: the number of an order, then a comma, a semicolon or a tab, then the tracking number. */
function readLine(text: string, line: number): Line<{ number: number }> {
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
export function readTrackingList(text: string) {
  const first = new Map<number, number>();
  return text.split(/\r?\n/).flatMap((words, index): Line<{ number: number }>[] => {
    const line = index + 1;
    if (words.trim() === '') return [];
    const read = readLine(words, line);
    if (read.fault !== null) return [read];
    const before = first.get(read.number);
    if (before !== undefined)
      return [{ line, fault: `names ${showNumber(read.number)} again, after line ${before}` }];
    first.set(read.number, line);
    return [
      first.size <= ordersPerPage
        ? read
        : { line, fault: `is over the limit of ${ordersPerPage} orders at once` },
    ];
  });
}

/** Why an order gets no tracking number; null when it is shipped with it, or has left. */
function faultOf(order: ShownOrder, trackingNumber: string, shippings: Shippings): string | null {
  if (isUnderWay(shippings.get(order._id))) return 'which is being shipped right now';
  if (order.status === 'Shipped')
    return order.trackingNumber === trackingNumber ? 'which already has this number' : null;
  if (order.onHold) return 'which is on hold: an admin decides on it first';
  if (!order.paid) return 'which is not paid';
  if (!mayShip(order)) return 'which is refunded or being refunded';
  if (asksToCancel(order)) return 'which has a cancellation request: decide on it first';
  return isDisputed(order) ? 'whose payment is disputed: ship it separately' : null;
}

/**
 * Reads a pasted list and looks at each of its orders, so that every faulty line is known before anything is sent. What waits to be shipped is
 * read with one call; only other orders are asked for one by one. What this page ships already (`shippings`) is left out, because its
 * tracking number would be lost. Throws ApiProblem or NoAnswerError.
 */
export async function checkTrackingList(
  text: string,
  { list, read }: Desk,
  shippings: Shippings,
): Promise<CheckedLine[]> {
  const lines = readTrackingList(text);
  const isRead = lines.some(({ fault }) => fault === null);
  const toShip = isRead
    ? (await list({ status: 'pending', paid: 'true', oldest: 'true', limit: 1000 })).items
    : [];
  const checked: CheckedLine[] = [];
  for (const each of lines) {
    if (each.fault !== null) {
      checked.push(each);
      continue;
    }
    const { number, line, trackingNumber } = each;
    const order = toShip.find((one) => one.number === number) ?? (await orNull(read(showNumber(number))));
    const fault = order ? faultOf(order, trackingNumber, shippings) : 'which was not found';
    checked.push(
      order === null || fault !== null
        ? { line, fault: `names ${showNumber(number)}, ${fault}` }
        : { line, order, trackingNumber, fault },
    );
  }
  return checked;
}
