import type { ProblemCode, Shipment, ShipmentsAnswer } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { messages } from '../../../../shared/messages.ts';
import { contentWords, customerOf, orderWords, type ShownOrder } from '../model/order.ts';

/** A parcel that is to leave: its order as it was when somebody pressed Ship, and how it leaves. */
export interface Parcel extends Partial<Omit<Shipment, 'order'>> {
  order: ShownOrder;
}

/** A parcel and how far it has come. */
export interface Shipping extends Parcel {
  is: 'waiting' | 'sending' | ShipmentsAnswer['results'][number]['outcome'];
  /** When a waiting one is sent (ms since 1970). */
  due?: number;
  /** Why one was refused, and the rule that refused it. */
  detail?: string;
  code?: ProblemCode | null;
}

/** Every parcel of this page by the id of its order. */
export type Shippings = ReadonlyMap<string, Shipping>;

/** Whether a parcel may still be taken back. */
export const isWaiting = (shipping: Shipping | undefined): boolean => shipping?.is === 'waiting';

/** Whether a parcel is on its way to be shipped, by this page. */
export const isUnderWay = (shipping: Shipping | undefined): boolean =>
  isWaiting(shipping) || shipping?.is === 'sending';

const parcelWords = (order: ShownOrder): string =>
  `${showNumber(order.number)}, ${contentWords(order)}, for ${customerOf(order)}`;

/** Names the only parcel, or counts them. */
const named = (parcels: readonly Parcel[], words: (order: ShownOrder) => string): string =>
  parcels.length === 1 ? parcels.map(({ order }) => words(order)).join() : `${parcels.length} orders`;

/** Says that parcels wait to be sent. */
export const waitingWords = (parcels: readonly Parcel[]): string =>
  `Shipping ${named(parcels, (order) => `${parcelWords(order)},`)} in 5 s.`;

/** What a sending wants: 'K-180 of Rahima was shipped'. */
export const sentWords = (parcels: readonly Parcel[]): string =>
  `${named(parcels, orderWords)} ${parcels.length === 1 ? 'was' : 'were'} shipped`;

/** Says that parcels stay here after all. */
export const undoneWords = (parcels: readonly Parcel[]): string =>
  `Undone: ${named(parcels, orderWords)} ${parcels.length === 1 ? 'is' : 'are'} not shipped.`;

/** What became of the parcels of one sending, and whether somebody has to look at it. */
export interface EndWords {
  text: string;
  tone: 'good' | 'info' | 'bad';
}

function endOfOne({ order, is, detail }: Shipping): EndWords {
  switch (is) {
    case 'refused':
      return { text: `Not shipped: ${parcelWords(order)}. ${detail}`, tone: 'bad' };
    case 'tracked':
      return { text: `Tracking of ${orderWords(order)} is saved.`, tone: 'good' };
    case 'unchanged':
      return { text: `${parcelWords(order)} was shipped already.`, tone: 'info' };
    default:
      return { text: `${messages.admin.madeShipped} ${parcelWords(order)}.`, tone: 'good' };
  }
}

/** Says how a sending ended: how many were shipped and, of those that were not, which and why. */
export function endWords(ended: readonly Shipping[]): EndWords {
  const [only] = ended;
  if (only !== undefined && ended.length === 1) return endOfOne(only);
  const count = (state: Shipping['is']) => ended.filter(({ is }) => is === state).length;
  const [shipped, tracked, unchanged] = [count('shipped'), count('tracked'), count('unchanged')];
  const refused = ended.filter(({ is }) => is === 'refused');
  const parts = [
    (shipped > 0 || tracked === 0) && `${shipped} shipped`,
    tracked > 0 && `${shipped > 0 ? 'tracking' : 'Tracking'} of ${tracked} saved`,
    unchanged > 0 && `${unchanged} shipped already`,
    refused.length > 0 && `${refused.length} refused`,
  ];
  const reasons = refused.map(({ order, detail }) => `${orderWords(order)}: ${detail}`);
  return {
    text: [`${parts.filter(Boolean).join(', ')}.`, ...reasons].join(' '),
    tone: refused.length > 0 ? 'bad' : 'good',
  };
}
