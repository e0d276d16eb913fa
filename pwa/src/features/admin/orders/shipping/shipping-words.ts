import type { Order } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { messages } from '../../../../shared/messages.ts';
import type { Parcel, Progress, Shipping } from './shipping.ts';

type Named = Pick<Order, 'number' | 'name' | 'email' | 'quantity' | 'toolsName'>;

/** Whom an order is for: the name, or the email address of whoever gave none. */
export const customerOf = ({ name, email }: Pick<Order, 'name' | 'email'>): string => name || email;

/** An order for people who do not see its row: 'K-180 of Rahima'. */
export const orderWords = (order: Omit<Named, 'quantity' | 'toolsName'>): string =>
  `${showNumber(order.number)} of ${customerOf(order)}`;

/** What is in an order: '3 × Hand saw'. */
export const contentWords = ({ quantity, toolsName }: Pick<Order, 'quantity' | 'toolsName'>): string =>
  `${quantity} × ${toolsName}`;

const parcelWords = (order: Named): string =>
  `${showNumber(order.number)}, ${contentWords(order)}, for ${customerOf(order)}`;

/** Says that parcels wait to be sent. */
export function waitingWords(parcels: readonly Parcel[]): string {
  const [only] = parcels;
  return only !== undefined && parcels.length === 1
    ? `Shipping ${parcelWords(only.order)}, in 5 s.`
    : `Shipping ${parcels.length} orders in 5 s.`;
}

/** What a sending wants: 'K-180 of Rahima was shipped'. */
export function sentWords(parcels: readonly Parcel[]): string {
  const [only] = parcels;
  return only !== undefined && parcels.length === 1
    ? `${orderWords(only.order)} was shipped`
    : `${parcels.length} orders were shipped`;
}

/** Says that parcels stay here after all. */
export function undoneWords(parcels: readonly Parcel[]): string {
  const [only] = parcels;
  return only !== undefined && parcels.length === 1
    ? `Undone: ${orderWords(only.order)} is not shipped.`
    : `Undone: ${parcels.length} orders are not shipped.`;
}

/** What became of the parcels of one sending, and whether somebody has to look at it. */
export interface EndWords {
  text: string;
  tone: 'good' | 'info' | 'bad';
}

function endOfOne({ parcel: { order }, progress }: Shipping): EndWords {
  if (progress.is === 'refused') {
    return { text: `Not shipped: ${parcelWords(order)}. ${progress.detail}`, tone: 'bad' };
  }
  if (progress.is === 'shipped' && progress.tracked === true) {
    return { text: `Tracking of ${orderWords(order)} is saved.`, tone: 'good' };
  }
  return progress.is === 'shipped' && progress.already
    ? { text: `${parcelWords(order)} was shipped already.`, tone: 'info' }
    : { text: `${messages.admin.madeShipped} ${parcelWords(order)}.`, tone: 'good' };
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Says how a sending ended: how many were shipped and, of those that were not, which and why. */
export function endWords(ended: readonly Shipping[]): EndWords {
  const [only] = ended;
  if (only !== undefined && ended.length === 1) return endOfOne(only);
  const count = (fits: (one: Extract<Progress, { is: 'shipped' }>) => boolean): number =>
    ended.filter(({ progress }) => progress.is === 'shipped' && fits(progress)).length;
  const shipped = count(({ already }) => !already);
  const tracked = count((one) => one.tracked === true);
  const already = count((one) => one.already && one.tracked !== true);
  const refused = ended.flatMap(({ parcel: { order }, progress }) =>
    progress.is === 'refused' ? [`${orderWords(order)}: ${progress.detail}`] : [],
  );
  const parts = [
    ...(shipped > 0 || tracked === 0 ? [`${shipped} shipped`] : []),
    ...(tracked > 0 ? [`tracking of ${tracked} saved`] : []),
    ...(already > 0 ? [`${already} shipped already`] : []),
    ...(refused.length > 0 ? [`${refused.length} refused`] : []),
  ];
  return {
    text: [`${sentence(parts.join(', '))}.`, ...refused].join(' '),
    tone: refused.length > 0 ? 'bad' : 'good',
  };
}
