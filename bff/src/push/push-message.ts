import { hash } from 'node:crypto';
import type { NoticeKind } from '../contracts/notices.ts';
import { showNumber } from '../contracts/order-number.ts';
import type { OutgoingPush } from './push-sender.ts';

type OrderKind = Exclude<NoticeKind, 'back-in-stock'>;

/** What a push is about: an order by its number, or a tool. */
export type PushSubject =
  | { readonly kind: OrderKind; readonly number: number }
  | { readonly kind: 'back-in-stock'; readonly toolId: string; readonly toolName: string };

interface Words {
  readonly title: string;
  readonly body: string;
}

/** What each kind says of an order, named as `K-180`. */
const words: Readonly<Record<OrderKind, (order: string) => Words>> = {
  unpaid: (order) => ({
    title: `Your order ${order} is waiting for payment`,
    body: 'We’re holding your items for a limited time. Tap to pay.',
  }),
  paid: (order) => ({
    title: `Your order ${order} is paid`,
    body: 'Thank you. We’ll let you know when it ships.',
  }),
  shipped: (order) => ({ title: `Your order ${order} is on its way`, body: 'Tap for details.' }),
  tracked: (order) => ({
    title: `You can track your order ${order}`,
    body: 'Tap for the carrier and the tracking number.',
  }),
  corrected: (order) => ({
    title: `The delivery address of your order ${order} was changed`,
    body: 'Tap to check it.',
  }),
  refunded: (order) => ({
    title: `A refund for your order ${order} is on its way`,
    body: 'Tap to see the amount.',
  }),
  'not-cancelled': (order) => ({
    title: `Your order ${order} could not be cancelled`,
    body: 'Your order continues as planned. Tap to see its status.',
  }),
  'to-ship': (order) => ({ title: `Order ${order} is ready to ship`, body: 'It is paid. Tap to open it.' }),
};

const daySeconds = 24 * 3_600;
/** How long (s) each kind is worth telling. */
const ttls: Readonly<Partial<Record<NoticeKind, number>>> = {
  unpaid: daySeconds / 2,
  'to-ship': daySeconds,
  'back-in-stock': daySeconds,
};

/** What a push says, and where a tap on it leads. */
function contentOf(subject: PushSubject): Words & { path: string } {
  if (subject.kind === 'back-in-stock')
    return {
      title: `${subject.toolName} is back in stock`,
      body: 'You asked us to let you know. Tap to order while stock lasts.',
      path: `/tools/${subject.toolId}`,
    };
  const order = showNumber(subject.number);
  const list = subject.kind === 'to-ship' ? 'manageorders' : 'orders';
  return { ...words[subject.kind](order), path: `/dashboard/${list}/${order}` };
}

/**
 * Writes a push in the declarative form (Push API, "declarative push message"), which browsers that know it show by themselves and a service worker
 * reads like any other. Nothing personal is in it. `id` is the task's: a repeat takes the place of what is shown. `shop` is the shop's
 * address; `waiting` what the icon's badge counts.
 */
export function pushMessage(subject: PushSubject, id: string, shop: string, waiting: number): OutgoingPush {
  const { title, body, path } = contentOf(subject);
  const notification = { title, body, navigate: `${shop}${path}`, tag: id, lang: 'en', dir: 'ltr' };
  return {
    text: JSON.stringify({ web_push: 8030, notification, app_badge: waiting }),
    ttl: ttls[subject.kind] ?? 3 * daySeconds,
    topic: hash('sha256', `${subject.kind} ${path}`, 'base64url').slice(0, 32),
  };
}
