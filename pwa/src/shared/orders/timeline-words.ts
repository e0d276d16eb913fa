import type { OrderTimelineEntry } from '@karigar/bff/contracts';
import { formatMoney } from '../ui/money.tsx';

/** The reader of a timeline: the owner sees no names of others, an admin sees all that the log holds. */
type TimelineReader = 'owner' | 'admin';

/** For the owner, and for an admin where that reads otherwise. */
const titles: Record<string, [owner: string, admin?: string]> = {
  'order.created': ['Ordered', 'Placed'],
  'order.paid': ['Paid'],
  'order.payment-claim-refused': ['Payment not found'],
  'order.shipped': ['Shipped'],
  'order.tracked': ['Tracking updated'],
  'order.corrected': ['Delivery address changed'],
  'order.deleted': ['Deleted'],
  'order.refund-requested': ['Refund started'],
  'order.refund-failed': ['Refund not completed yet. We’re looking into it', 'Refund failed'],
  'order.cancellation-requested': ['Cancellation requested'],
  'order.cancellation-declined': ['Cancellation declined'],
  'order.cancellation-withdrawn': ['Cancellation request taken back'],
  'order.disputed': ['Payment disputed through the bank', 'Payment disputed'],
};

/** Tells what happened; a kind of event that this release does not know keeps its own name, without its dots for the owner. */
export function timelineTitle({ type, data }: OrderTimelineEntry, reader: TimelineReader): string {
  // The log counts what went back in cents.
  if (type === 'order.refunded') return `Refunded ${formatMoney(Number(data.amount) / 100)}`;
  if (type === 'order.payment-claimed') return `Payment reported: ${data.way} ${data.transactionId}`;
  const [owner = type.replace(/^order\./, '').replaceAll('.', ' '), admin = owner] = titles[type] ?? [];
  if (reader === 'owner') return owner;
  return type in titles ? admin : type;
}

const deliveryFields = { name: 'Name', address: 'Address', city: 'City', zip: 'Zip Code', phone: 'Phone' };

/**
 * Tells what a correction of the delivery changed, a sentence for each field: 'City: now Dhaka, was Dhake'. Empty for any other event, and
 * for a correction whose person is erased.
 */
export function correctionWords({ type, data }: OrderTimelineEntry): string[] {
  if (type !== 'order.corrected') return [];
  const before = (data.before ?? {}) as Record<string, string>;
  const after = (data.after ?? {}) as Record<string, string>;
  return Object.entries(deliveryFields)
    .filter(([field]) => before[field] !== after[field])
    .map(([field, label]) => `${label}: now ${after[field] || 'none'}, was ${before[field] || 'none'}`);
}

/** Tells by whom a shipped parcel is carried, and under which number; empty where neither is known, and for any other event. */
export const carrierWords = ({ type, data }: OrderTimelineEntry): string =>
  type === 'order.shipped' || type === 'order.tracked'
    ? [data.carrier, data.trackingNumber].filter((word) => typeof word === 'string' && word !== '').join(', ')
    : '';

/**
 * Tells who did it: the log's actors are `user:<uid>`, `admin:<email>`, `packer:<email>`, `system:<what>` and `ops:<who>`; the server tells a customer
 * `the shop` in place of its people.
 */
export function timelineActor({ actor, type }: OrderTimelineEntry, reader: TimelineReader): string {
  const [kind = '', ...rest] = actor.split(':');
  const who = rest.join(':');
  const forOwner = reader === 'owner';
  const byItself = type === 'order.paid' ? 'by card' : 'automatically';
  switch (kind) {
    case 'user':
      return forOwner ? 'by you' : 'by the customer';
    case 'the shop':
      return 'by the shop';
    case 'admin':
    case 'packer':
      if (forOwner) return 'by the shop';
      return who === '' ? `by the shop’s ${kind}` : `by ${kind} ${who}`;
    case 'ops':
      if (forOwner) return 'by the shop’s operator';
      return who === '' ? 'by an operator' : `by operator ${who}`;
    case 'system':
      if (forOwner) return byItself;
      return who === '' ? 'by the shop' : `by the shop (${who})`;
    default:
      return forOwner ? byItself : `by ${actor}`;
  }
}
