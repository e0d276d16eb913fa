import type { OrderDocument } from '@karigar/events';
import { formatMoney } from '../contracts/money.ts';
import { showNumber } from '../contracts/order-number.ts';
import type { Buyer } from '../personal/buyer.ts';

/** Writes an amount of cents as the pages do: `$24`, `$3.50`. */
export const money = (cents: number): string => formatMoney(cents / 100);

/** Writes a time (ms) by the shop's clock, and says so: a letter cannot know where it is read. */
export function moment(ms: number, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long', timeStyle: 'short' });
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  return `${clock.format(ms)} (${place} time)`;
}

/** Writes a number of days. */
export const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

/** Marks a person's text, so that its direction stays its own among the words around it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** Names an order in a sentence: `order K-180`. */
export const orderName = ({ number }: Pick<OrderDocument, 'number'>): string => `order ${showNumber(number)}`;

/** Writes where a parcel goes, line by line. */
export const addressLines = ({ name, address, city, zip, phone }: Buyer): string =>
  [name, address, [city && isolated(city), zip].filter(Boolean).join(' '), phone].filter(Boolean).join('\n');

/** Lists what was bought, for how much. */
export const saleFacts = ({ toolsName, quantity, unitPrice, price }: OrderDocument) =>
  [
    ['Tool', toolsName],
    ['Quantity', String(quantity)],
    ['Unit price', money(unitPrice * 100)],
    ['Total', money(price * 100)],
  ] as const;
