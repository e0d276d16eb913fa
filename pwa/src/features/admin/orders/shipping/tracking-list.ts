import { readNumber, showNumber } from '@karigar/bff/order-number';
import { longest, plainCode } from '@karigar/bff/written-text';
import { orNull } from '../../../../shared/writes/find-order.ts';
import type { Desk } from '../model/desk.ts';
import { asksToCancel, isDisputed, mayShip, type ShownOrder } from '../model/order.ts';
import { ordersPerPage } from '../model/order-filter.ts';
import { isUnderWay, type Shippings } from './shipping.ts';

/** One line of a pasted list, by its place in the text (from 1); a faulty one has a fault, in words that follow "Line 3". */
interface TrackingLine {
  line: number;
  number: number;
  trackingNumber: string;
  fault: string | null;
}

/** A line and the order that it ships, or that has left and gets its number; null where it is faulty. */
export interface CheckedLine extends TrackingLine {
  order: ShownOrder | null;
}

/**
 * Reads a pasted list: on each line the number of an order, then a comma, a semicolon or a tab, then the tracking number; empty lines are passed
 * over.
 */
export function readTrackingList(text: string): TrackingLine[] {
  const first = new Map<number, number>();
  return text.split(/\r?\n/).flatMap((words, index) => {
    if (words.trim() === '') return [];
    const line = index + 1;
    const [name = '', typed, ...more] = words.split(/[,;\t]/).map((column) => column.trim());
    const trackingNumber = plainCode(typed ?? '');
    const number = readNumber(name) ?? readNumber(`#${name}`) ?? 0;
    const before = first.get(number);
    const faults = [
      typed === undefined && 'needs an order number, a comma and a tracking number',
      number === 0 && `“${name}” is not an order number such as K-180`,
      more.length > 0 && 'has more than two columns',
      trackingNumber === '' && 'has no tracking number',
      trackingNumber.length > longest.trackingNumber &&
        `has a tracking number longer than ${longest.trackingNumber} characters`,
      before !== undefined && `names ${showNumber(number)} again, after line ${before}`,
      first.size === ordersPerPage && `is over the limit of ${ordersPerPage} orders at once`,
    ];
    const fault = faults.find((each) => each !== false) || null;
    if (fault === null) first.set(number, line);
    return [{ line, number, trackingNumber, fault }];
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
  const toShip = lines.some(({ fault }) => fault === null)
    ? (await list({ status: 'pending', paid: 'true', oldest: 'true', limit: 1000 })).items
    : [];
  const checked: CheckedLine[] = [];
  for (const each of lines) {
    const { number, trackingNumber } = each;
    let { fault } = each;
    let order: ShownOrder | null = null;
    if (fault === null) {
      order = toShip.find((one) => one.number === number) ?? (await orNull(read(showNumber(number))));
      const why = order ? faultOf(order, trackingNumber, shippings) : 'which was not found';
      if (why !== null) fault = `names ${showNumber(number)}, ${why}`;
    }
    checked.push({ ...each, fault, order: fault === null ? order : null });
  }
  return checked;
}
