import type { NoticeKind } from '../contracts/notices.ts';
import { showNumber } from '../contracts/order-number.ts';
import type { NoticeTask, Subject } from '../notices/notice.ts';
import type { OutgoingPush } from './push-sender.ts';

/** What each kind says of an order, named as `K-180`, or of a tool. */
const words: Readonly<Record<NoticeKind, (name: string) => readonly [title: string, body: string]>> = {
  placed: (order) => [`We’ve got your order ${order}`, 'Tap for details.'],
  unpaid: (order) => [
    `Your order ${order} is waiting for payment`,
    'We’re holding your items for a limited time. Tap to pay.',
  ],
  paid: (order) => [`Your order ${order} is paid`, 'Thank you. We’ll let you know when it ships.'],
  shipped: (order) => [`Your order ${order} is on its way`, 'Tap for details.'],
  tracked: (order) => [`You can track your order ${order}`, 'Tap for the carrier and the tracking number.'],
  corrected: (order) => [`The delivery address of your order ${order} was changed`, 'Tap to check it.'],
  refunded: (order) => [`A refund for your order ${order} is on its way`, 'Tap to see the amount.'],
  'cancel-asked': (order) => [
    `We got your request to cancel order ${order}`,
    'We’ll tell you what we decide.',
  ],
  'not-cancelled': (order) => [
    `Your order ${order} could not be cancelled`,
    'Your order continues as planned. Tap to see its status.',
  ],
  'payment-not-found': (order) => [
    `We couldn’t find your payment for order ${order}`,
    'Tap to check the transaction ID, or to pay in another way.',
  ],
  review: () => ['How is your new tool?', 'Tap to write a review. Others read it before they buy.'],
  'to-ship': (order) => [`Order ${order} is ready to ship`, 'It is paid. Tap to open it.'],
  'back-in-stock': (tool) => [
    `${tool} is back in stock`,
    'You asked us to let you know. Tap to order while stock lasts.',
  ],
  discontinued: (tool) => [
    `${tool} is no longer available`,
    'You asked us to let you know. We’re sorry: we no longer sell it. Tap to see other tools.',
  ],
};

type PushedNotice = Pick<NoticeTask, 'id' | 'kind' | 'subject'>;

const daySeconds = 24 * 3_600;
/** How long (s) each kind is worth telling. */
const ttls: Readonly<Partial<Record<NoticeKind, number>>> = {
  unpaid: daySeconds / 2,
  'to-ship': daySeconds,
  'back-in-stock': daySeconds,
};

/** Says what is told now, of what, and where a tap on the push leads. */
function placeOf(
  { kind, subject: id }: PushedNotice,
  subject: Subject,
): [kind: NoticeKind, name: string, path: string] {
  if ('tool' in subject)
    return subject.tool.deleted
      ? ['discontinued', subject.tool.name, '/tools']
      : [kind, subject.tool.name, `/tools/${id}`];
  const name = showNumber(subject.order.number);
  if (kind === 'review') return [kind, name, `/dashboard/addreview?tool=${subject.order.toolId}`];
  return [kind, name, `/dashboard/orders/${name}`];
}

/**
 * Writes a push in the declarative form (Push API, "declarative push message"), which browsers that know it show by themselves and a service worker
 * reads like any other. Nothing personal is in it. A repeat has the same tag and takes the place of what is shown. `shop` is the shop's
 * address; `waiting` what the icon's badge counts.
 */
export function pushMessage(
  task: PushedNotice,
  subject: Subject,
  shop: string,
  waiting: number,
): OutgoingPush {
  const [kind, name, path] = placeOf(task, subject);
  const [title, body] = words[kind](name);
  const notification = { title, body, navigate: `${shop}${path}`, tag: task.id, lang: 'en', dir: 'ltr' };
  return {
    text: JSON.stringify({ web_push: 8030, notification, app_badge: waiting }),
    ttl: ttls[kind] ?? 3 * daySeconds,
  };
}
