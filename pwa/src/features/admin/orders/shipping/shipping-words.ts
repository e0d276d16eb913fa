import { showNumber } from '@karigar/bff/order-number';
import { messages } from '../../../../shared/messages.ts';
import { type AnyOrder, contentWords, customerOf, orderWords } from '../model/order-words.ts';
import type { Parcel, Progress, Shipping } from './shipping.ts';

const parcelWords = (order: AnyOrder): string =>
  `${showNumber(order.number)}, ${contentWords(order)}, for ${customerOf(order)}`;

/** Names the only parcel, or counts them. */
const named = (parcels: readonly Parcel[], words: (order: AnyOrder) => string): string =>
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

function endOfOne(order: AnyOrder, progress: Progress): EndWords {
  switch (progress.is) {
    case 'refused':
      return { text: `Not shipped: ${parcelWords(order)}. ${progress.detail}`, tone: 'bad' };
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
  if (only !== undefined && ended.length === 1) return endOfOne(only.parcel.order, only.progress);
  const count = (state: Progress['is']) => ended.filter(({ progress }) => progress.is === state).length;
  const [shipped, tracked, unchanged] = [count('shipped'), count('tracked'), count('unchanged')];
  const refused = ended.flatMap(({ parcel: { order }, progress }) =>
    progress.is === 'refused' ? [`${orderWords(order)}: ${progress.detail}`] : [],
  );
  const parts = [
    ...(shipped > 0 || tracked === 0 ? [`${shipped} shipped`] : []),
    ...(tracked > 0 ? [`${shipped > 0 ? 'tracking' : 'Tracking'} of ${tracked} saved`] : []),
    ...(unchanged > 0 ? [`${unchanged} shipped already`] : []),
    ...(refused.length > 0 ? [`${refused.length} refused`] : []),
  ];
  return {
    text: [`${parts.join(', ')}.`, ...refused].join(' '),
    tone: refused.length > 0 ? 'bad' : 'good',
  };
}
