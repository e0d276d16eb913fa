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
      ? 'We hold the pieces for you until you pay or delete the order.'
      : `We hold the pieces for you until ${moment(heldUntil, shop.timeZone)}; then the order is deleted, and nothing is charged.`;
  return {
    subject: `Your ${orderName(order)} waits for your payment`,
    preview: `${money(order.price * 100)} for ${order.toolsName}. Pay by card, and we ship it.`,
    heading: 'One step is left: your payment',
    parts: [
      greeting(parts),
      `Thank you for your ${orderName(order)}. It is not paid yet, so nothing has been charged and nothing will be sent. ${held}`,
      { facts: [numberFact(parts), ...saleFacts(order)] },
      { action: `Pay ${money(order.price * 100)}`, url: `${shop.url}/dashboard/payment/${order.id}` },
      'If you no longer want it, you need not do anything; you can also delete it in My Orders.',
    ],
  };
};

const paid: Template = (parts) => {
  const { order, buyer, shop } = parts;
  const paidAt = order.paidAt === null ? [] : [['Paid on', moment(order.paidAt, shop.timeZone)] as const];
  return {
    subject: `Receipt for your ${orderName(order)}`,
    preview: `${money(order.price * 100)} for ${order.toolsName}. We ship it within ${days(shop.dispatchDays)}.`,
    heading: 'Thank you, your payment has arrived',
    parts: [
      greeting(parts),
      `This is your receipt. We pack your parcel now; it usually leaves within ${days(shop.dispatchDays)}, and we write to you when it does.`,
      {
        facts: [
          numberFact(parts),
          ...saleFacts(order),
          ...paidAt,
          ['Payment', order.transactionId ?? ''],
          ['Goes to', addressLines(buyer)],
        ],
      },
      seeOrder(parts),
      'Is the address wrong? You can correct it on the page of your order until the parcel leaves.',
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
        ['Goes to', addressLines(buyer)],
      ],
    },
    ...(trackingUrl === null ? [] : [{ action: 'Follow the parcel', url: trackingUrl }]),
  ];
}

const shipped: Template = (parts) => {
  const { order } = parts;
  const by = order.carrier === null ? '' : ` with ${order.carrier}`;
  return {
    subject: `Your ${orderName(order)} is on its way`,
    preview: `${order.toolsName} has left us${by}.`,
    heading: 'Your parcel has left us',
    parts: [
      greeting(parts),
      `Your ${orderName(order)} is on its way to you${by}.`,
      ...parcel(parts),
      seeOrder(parts),
      'Please check the parcel when it arrives. If anything is missing or damaged, answer this letter.',
    ],
  };
};

const tracked: Template = (parts) => ({
  subject: `Where your ${orderName(parts.order)} is`,
  preview: `We know more about your parcel with ${parts.order.toolsName}.`,
  heading: 'News of your parcel',
  parts: [
    greeting(parts),
    `Your ${orderName(parts.order)} is on its way, and this is how it travels:`,
    ...parcel(parts),
    seeOrder(parts),
  ],
});

const corrected: Template = (parts) => ({
  subject: `The delivery of your ${orderName(parts.order)} was corrected`,
  preview: 'Please check where your parcel goes.',
  heading: 'Where your parcel goes now',
  parts: [
    greeting(parts),
    `The delivery of your ${orderName(parts.order)} was corrected. The parcel goes to:`,
    { facts: [numberFact(parts), ['Goes to', addressLines(parts.buyer)]] },
    seeOrder(parts),
    `Was it not you who asked for this? Tell us at once: answer this letter, or call ${parts.shop.contact.phone}.`,
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
  const cancelled = isAnswer ? `You asked us to cancel your ${orderName(order)}: it is cancelled. ` : '';
  const bought = isAnswer ? 'it' : `your ${orderName(order)}`;
  const part = isAll
    ? `, all that you paid for ${bought}`
    : isWhole
      ? `, the rest of what you paid for ${bought}`
      : ` of the ${money(order.price * 100)} that you paid for ${bought}`;
  const pieces = !isWhole
    ? 'The order itself stays as it is.'
    : data?.from === 'shipped'
      ? data.restock
        ? 'The pieces are back with us.'
        : ''
      : 'Nothing will be sent to you.';
  return {
    subject: isAnswer
      ? `Your ${orderName(order)} is cancelled and refunded`
      : `${isAll ? 'Your' : `${money(cents)} of your`} ${orderName(order)} was refunded`,
    preview: 'The money goes back to the card that you paid with.',
    heading: `${money(cents)} on the way back to you`,
    parts: [
      greeting(parts),
      `${cancelled}We have given back ${money(cents)}${part}. ${pieces}`.trim(),
      {
        facts: [
          numberFact(parts),
          ['Tool', order.toolsName],
          ['Paid', money(order.price * 100)],
          ['Given back now', money(cents)],
          ['Payment', order.transactionId ?? ''],
        ],
      },
      'The money goes to the card that you paid with. Banks usually take 5 to 10 days until it shows there.',
      seeOrder(parts),
    ],
  };
};

const notCancelled: Template = (parts) => ({
  subject: `Your ${orderName(parts.order)} cannot be cancelled`,
  preview: 'We answer your wish to cancel it.',
  heading: 'We could not cancel your order',
  parts: [
    greeting(parts),
    `You asked us to cancel your ${orderName(parts.order)}. We are sorry, but that is not possible: the order stays as it is.`,
    { facts: [numberFact(parts), ...saleFacts(parts.order)] },
    `If you would like to know why, or find another way, answer this letter or call ${parts.shop.contact.phone}.`,
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
  `You get this letter because you placed ${orderName(order)} at Karigar.`;
