import type { OrderDocument, RecordedEvent } from '@karigar/events';
import type { NoticeKind } from '../contracts/notices.ts';
import { showNumber } from '../contracts/order-number.ts';
import type { Buyer } from '../personal/buyer.ts';
import type { Letter, LetterShop } from './letter.ts';
import { addressLines, days, isolated, moment, money, orderName, saleFacts } from './letter-words.ts';

/** The kinds of notices about an order that its customer gets as a letter. */
export type OrderLetterKind = Exclude<NoticeKind, 'to-ship' | 'back-in-stock'>;

/** What a letter about an order is made of. */
export interface OrderLetterParts {
  readonly order: OrderDocument;
  readonly buyer: Buyer;
  /** The event that it tells of. */
  readonly event: RecordedEvent;
  /** Until when (ms) an unpaid order holds its stock; null for ever. */
  readonly heldUntil: number | null;
  /** Where the carrier shows the parcel; null where no page does. */
  readonly trackingUrl: string | null;
  readonly shop: LetterShop;
}

type Template = (parts: OrderLetterParts) => Letter;

const orderUrl = ({ order, shop }: Pick<OrderLetterParts, 'order' | 'shop'>): string =>
  `${shop.url}/dashboard/orders/${order.id}`;
const seeOrder = (parts: OrderLetterParts) => ({ action: 'See your order', url: orderUrl(parts) });
const greeting = ({ buyer }: OrderLetterParts): string =>
  buyer.name === '' ? 'Hello,' : `Dear ${isolated(buyer.name)},`;
const numberFact = ({ order }: OrderLetterParts) => ['Order', showNumber(order.number)] as const;

const unpaid: Template = (parts) => {
  const { order, heldUntil, shop } = parts;
  const held =
    heldUntil === null
      ? 'We’ll hold your items until you pay for or delete the order.'
      : `We’ll hold your items until ${moment(heldUntil, shop.timeZone)}. After that, the order is deleted and you won’t be charged.`;
  return {
    subject: `Your ${orderName(order)} is waiting for payment`,
    preview: `${money(order.price * 100)} for ${order.toolsName}. Pay by card and we’ll ship it.`,
    heading: 'One step left: payment',
    parts: [
      greeting(parts),
      `Thank you for your ${orderName(order)}. It isn’t paid yet, so you haven’t been charged and nothing will be shipped. ${held}`,
      { facts: [numberFact(parts), ...saleFacts(order)] },
      { action: `Pay ${money(order.price * 100)}`, url: `${shop.url}/dashboard/payment/${order.id}` },
      'If you no longer want it, you don’t need to do anything. You can also delete it in My Orders.',
    ],
  };
};

const paid: Template = (parts) => {
  const { order, buyer, shop } = parts;
  const paidAt = order.paidAt === null ? [] : [['Paid on', moment(order.paidAt, shop.timeZone)] as const];
  return {
    subject: `Receipt for your ${orderName(order)}`,
    preview: `${money(order.price * 100)} for ${order.toolsName}. It usually ships within ${days(shop.dispatchDays)}.`,
    heading: 'Thank you for your payment',
    parts: [
      greeting(parts),
      `This is your receipt. We’re packing your order. It usually ships within ${days(shop.dispatchDays)}, and we’ll email you when it does.`,
      {
        facts: [
          numberFact(parts),
          ...saleFacts(order),
          ...paidAt,
          ['Payment', order.transactionId ?? ''],
          ['Deliver to', addressLines(buyer)],
        ],
      },
      seeOrder(parts),
      'Is the address wrong? You can change it on your order page until the order ships.',
    ],
  };
};

/** Who carries a parcel, under which number, and where to follow it. */
function parcel(parts: OrderLetterParts): Letter['parts'] {
  const { order, trackingUrl, buyer } = parts;
  const carrier = order.carrier === null ? [] : [['Carrier', order.carrier] as const];
  const number = order.trackingNumber === null ? [] : [['Tracking number', order.trackingNumber] as const];
  return [
    {
      facts: [
        numberFact(parts),
        ['Tool', order.toolsName],
        ['Quantity', String(order.quantity)],
        ...carrier,
        ...number,
        ['Deliver to', addressLines(buyer)],
      ],
    },
    ...(trackingUrl === null ? [] : [{ action: 'Track your parcel', url: trackingUrl }]),
  ];
}

const shipped: Template = (parts) => {
  const { order } = parts;
  const by = order.carrier === null ? '' : ` with ${order.carrier}`;
  return {
    subject: `Your ${orderName(order)} is on its way`,
    preview: `${order.toolsName} has shipped${by}.`,
    heading: 'Your order has shipped',
    parts: [
      greeting(parts),
      `Your ${orderName(order)} is on its way to you${by}.`,
      ...parcel(parts),
      seeOrder(parts),
      'Please check the parcel when it arrives. If anything is missing or damaged, reply to this email.',
    ],
  };
};

const tracked: Template = (parts) => ({
  subject: `Tracking for your ${orderName(parts.order)}`,
  preview: `Track your parcel with ${parts.order.toolsName}.`,
  heading: 'Track your parcel',
  parts: [
    greeting(parts),
    `Your ${orderName(parts.order)} is on its way. Here are the tracking details:`,
    ...parcel(parts),
    seeOrder(parts),
  ],
});

const corrected: Template = (parts) => ({
  subject: `The delivery address of your ${orderName(parts.order)} was changed`,
  preview: 'Please check the delivery address.',
  heading: 'Your new delivery address',
  parts: [
    greeting(parts),
    `The delivery address of your ${orderName(parts.order)} was changed. We’ll deliver to:`,
    { facts: [numberFact(parts), ['Deliver to', addressLines(parts.buyer)]] },
    seeOrder(parts),
    `Didn’t ask for this? Tell us right away: reply to this email, or call ${parts.shop.contact.phone}.`,
  ],
});

const refunded: Template = (parts) => {
  const { order, event } = parts;
  const data = event.type === 'order.refunded' ? event.data : null;
  const cents = data?.amount ?? order.refund?.amount ?? 0;
  const isWhole = data === null || data.from !== null;
  const isAll = cents === order.price * 100;
  // Where the customer asked for it and the shop has not said no, the money is the answer.
  const isAnswer = isWhole && order.cancellation !== null && order.cancellation.declinedAt === null;
  const cancelled = isAnswer
    ? `You asked us to cancel your ${orderName(order)}, and it is now cancelled. `
    : '';
  const bought = isAnswer ? 'it' : `your ${orderName(order)}`;
  const part = isAll
    ? `, all you paid for ${bought}`
    : isWhole
      ? `, the rest of what you paid for ${bought}`
      : ` of the ${money(order.price * 100)} you paid for ${bought}`;
  const pieces = !isWhole
    ? 'Nothing else about your order changes.'
    : data?.from === 'shipped'
      ? data.restock
        ? 'We have received your return.'
        : ''
      : 'Nothing will be shipped to you.';
  return {
    subject: isAnswer
      ? `Your ${orderName(order)} is cancelled and refunded`
      : `${isAll ? 'Your' : `${money(cents)} of your`} ${orderName(order)} was refunded`,
    preview: 'The refund goes to the card you paid with.',
    heading: `Your refund of ${money(cents)} is on its way`,
    parts: [
      greeting(parts),
      `${cancelled}We have refunded ${money(cents)}${part}. ${pieces}`.trim(),
      {
        facts: [
          numberFact(parts),
          ['Tool', order.toolsName],
          ['Paid', money(order.price * 100)],
          ['Refunded now', money(cents)],
          ['Payment', order.transactionId ?? ''],
        ],
      },
      'The refund goes to the card you paid with. It usually takes 5 to 10 days to appear.',
      seeOrder(parts),
    ],
  };
};

const notCancelled: Template = (parts) => ({
  subject: `Your ${orderName(parts.order)} cannot be cancelled`,
  preview: 'About your cancellation request.',
  heading: 'We could not cancel your order',
  parts: [
    greeting(parts),
    `You asked us to cancel your ${orderName(parts.order)}. We’re sorry, but that isn’t possible. Your order stays as it is.`,
    { facts: [numberFact(parts), ...saleFacts(parts.order)] },
    `If you would like to know why, or find another way, reply to this email or call ${parts.shop.contact.phone}.`,
    seeOrder(parts),
  ],
});

/** The template of each letter about an order. */
const templates: Readonly<Record<OrderLetterKind, Template>> = {
  unpaid,
  paid,
  shipped,
  tracked,
  corrected,
  refunded,
  'not-cancelled': notCancelled,
};

/** Writes the letter of a kind about an order. */
export const orderLetter = (kind: OrderLetterKind, parts: OrderLetterParts): Letter => templates[kind](parts);

/** Why the customer of an order gets letters about it. */
export const orderReason = ({ order }: Pick<OrderLetterParts, 'order'>): string =>
  `You’re receiving this email because you placed ${orderName(order)} at Karigar.`;
