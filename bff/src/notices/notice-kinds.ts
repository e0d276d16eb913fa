import type { OrderDocument, RecordedEvent } from '@karigar/events';
import type { NoticeKind } from '../contracts/notices.ts';
import { isClaimed } from '../payments/payment-parts.ts';

/** What the shop knows of a kind of notice. */
interface KindRow {
  /** The event of an order that leads to it; none for a notice about a tool. */
  event?: RecordedEvent['type'];
  /** The follower that adds it later; unless told, it is added at once. */
  follower?: 'reminders' | 'reviews';
  /** The state of the order in which alone it is told; any unless told. */
  only?: OrderDocument['status'];
  /** The title of a push, and the subject of a letter that has none of its own; `{name}` stands for `K-180`, or for the tool's name. */
  title: string;
  /** The words of a push below its title. */
  body: string;
  /** How long (s) a push waits for a device that is off; three days unless told. */
  ttl?: number;
}

const daySeconds = 24 * 3_600;

/** The table of notices. */
export const kindRows: Readonly<Record<NoticeKind, KindRow>> = {
  placed: {
    event: 'order.created',
    title: 'We’ve got your order {name}',
    body: 'Tap for details.',
  },
  unpaid: {
    event: 'order.created',
    follower: 'reminders',
    only: 'unpaid',
    title: 'Your order {name} is waiting for payment',
    body: 'We’re holding your items for a limited time. Tap to pay.',
    ttl: daySeconds / 2,
  },
  paid: {
    event: 'order.paid',
    title: 'Your order {name} is paid',
    body: 'Thank you. We’ll let you know when it ships.',
  },
  shipped: {
    event: 'order.shipped',
    title: 'Your order {name} is on its way',
    body: 'Tap for details.',
  },
  tracked: {
    event: 'order.tracked',
    title: 'You can track your order {name}',
    body: 'Tap for the carrier and the tracking number.',
  },
  corrected: {
    event: 'order.corrected',
    title: 'The delivery address of your order {name} was changed',
    body: 'Tap to check it.',
  },
  refunded: {
    event: 'order.refunded',
    title: 'A refund for your order {name} is on its way',
    body: 'Tap to see the amount.',
  },
  'cancel-asked': {
    event: 'order.cancellation-requested',
    title: 'We got your request to cancel order {name}',
    body: 'We’ll tell you what we decide.',
  },
  'not-cancelled': {
    event: 'order.cancellation-declined',
    title: 'Your order {name} could not be cancelled',
    body: 'Your order continues as planned. Tap to see its status.',
  },
  'payment-not-found': {
    event: 'order.payment-claim-refused',
    only: 'unpaid',
    title: 'We couldn’t find your payment for order {name}',
    body: 'Tap to check the transaction ID, or to pay in another way.',
  },
  // What was refunded came back, and is not asked about.
  review: {
    event: 'order.shipped',
    follower: 'reviews',
    only: 'shipped',
    title: 'How is your new tool?',
    body: 'Tap to write a review. Others read it before they buy.',
  },
  'to-ship': {
    event: 'order.paid',
    only: 'paid',
    title: 'Order {name} is ready to ship',
    body: 'It is paid. Tap to open it.',
    ttl: daySeconds,
  },
  'back-in-stock': {
    title: '{name} is back in stock',
    body: 'You asked us to let you know. Tap to order while stock lasts.',
    ttl: daySeconds,
  },
  discontinued: {
    title: '{name} is no longer available',
    body: 'You asked us to let you know. We’re sorry: we no longer sell it. Tap to see other tools.',
  },
};

/** The title of a notice about an order (`K-180`), or about a tool. */
export const titleOf = (kind: NoticeKind, name: string): string =>
  kindRows[kind].title.replace('{name}', () => name);

/** Whether the order is still in the state in which this is told; a person may be looking for the payment of an unpaid one. */
export function isTold(kind: NoticeKind, order: OrderDocument): boolean {
  const { only } = kindRows[kind];
  return only === undefined || (order.status === only && !(only === 'unpaid' && isClaimed(order)));
}
