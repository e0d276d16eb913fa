import type { OrderDocument, RecordedEvent } from '@karigar/events';
import { formatMoney } from '../contracts/money.ts';
import type { NoticeKind } from '../contracts/notices.ts';
import { showNumber } from '../contracts/order-number.ts';
import type { Buyer } from '../personal/buyer.ts';
import { isolated, type Letter, type LetterPart, type LetterShop } from './letter.ts';

/** What a letter about an order is made of. */
export interface OrderLetterParts {
  order: OrderDocument;
  buyer: Buyer;
  /** The event that it tells of. */
  event: RecordedEvent;
  /** Until when (ms) an unpaid order holds its stock; null for ever. */
  heldUntil: number | null;
  /** Where the carrier shows the parcel; null where no page does. */
  trackingUrl: string | null;
  shop: LetterShop;
}

/** Writes an amount of cents as the pages do: `$24`, `$3.50`. */
const money = (cents: number): string => formatMoney(cents / 100);

/** Writes a time (ms) by the shop's clock, and says so: a letter cannot know where it is read. */
function moment(ms: number, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long', timeStyle: 'short' });
  return `${clock.format(ms)} (${timeZone.split('/').at(-1)?.replaceAll('_', ' ')} time)`;
}

const orderName = ({ number }: OrderDocument): string => `order ${showNumber(number)}`;
const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

const seeOrder = ({ order, shop }: OrderLetterParts) => ({
  action: 'See your order',
  url: `${shop.shopUrl}/dashboard/orders/${order.id}`,
});

/** The facts about an order that have a value, under its number and tool. */
const factsOf = (
  { number, toolsName }: OrderDocument,
  more: readonly (readonly [label: string, value: string | null])[],
): LetterPart => ({
  facts: [
    ['Order', showNumber(number)],
    ['Tool', toolsName],
    ...more.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const])),
  ],
});

const saleFacts = ({ quantity, unitPrice, price }: OrderDocument) =>
  [
    ['Quantity', String(quantity)],
    ['Unit price', formatMoney(unitPrice)],
    ['Total', formatMoney(price)],
  ] as const;

/** Where a parcel goes, line by line. */
const addressFact = ({ name, address, city, zip, phone }: Buyer) => {
  const place = [city && isolated(city), zip].filter(Boolean).join(' ');
  return ['Deliver to', [name, address, place, phone].filter(Boolean).join('\n')] as const;
};

/** Who carries a parcel, under which number, and where to follow it. */
const parcel = ({ order, trackingUrl, buyer }: OrderLetterParts): LetterPart[] => [
  factsOf(order, [
    ['Quantity', String(order.quantity)],
    ['Carrier', order.carrier],
    ['Tracking number', order.trackingNumber],
    addressFact(buyer),
  ]),
  ...(trackingUrl === null ? [] : [{ action: 'Track your parcel', url: trackingUrl }]),
];

/** What the letter of each kind says below the greeting. */
const templates: Readonly<Partial<Record<NoticeKind, (parts: OrderLetterParts) => Omit<Letter, 'reason'>>>> =
  {
    unpaid: (parts) => {
      const { order, heldUntil, shop } = parts;
      const price = formatMoney(order.price);
      const held =
        heldUntil === null
          ? 'We’ll hold your items until you pay for or delete the order.'
          : `We’ll hold your items until ${moment(heldUntil, shop.timeZone)}. After that, the order is deleted and you won’t be charged.`;
      return {
        subject: `Your ${orderName(order)} is waiting for payment`,
        preview: `${price} for ${order.toolsName}. Pay by card and we’ll ship it.`,
        heading: 'One step left: payment',
        parts: [
          `Thank you for your ${orderName(order)}. It isn’t paid yet, so you haven’t been charged and nothing will be shipped. ${held}`,
          factsOf(order, saleFacts(order)),
          { action: `Pay ${price}`, url: `${shop.shopUrl}/dashboard/payment/${order.id}` },
          'If you no longer want it, you don’t need to do anything. You can also delete it in My Orders.',
        ],
      };
    },
    paid: (parts) => {
      const { order, buyer, shop } = parts;
      const soon = `It usually ships within ${days(shop.shipping.dispatchDays)}`;
      return {
        subject: `Receipt for your ${orderName(order)}`,
        preview: `${formatMoney(order.price)} for ${order.toolsName}. ${soon}.`,
        heading: 'Thank you for your payment',
        parts: [
          `This is your receipt. We’re packing your order. ${soon}, and we’ll email you when it does.`,
          factsOf(order, [
            ...saleFacts(order),
            ['Paid on', order.paidAt === null ? null : moment(order.paidAt, shop.timeZone)],
            ['Payment', order.transactionId],
            addressFact(buyer),
          ]),
          seeOrder(parts),
          'Is the address wrong? You can change it on your order page until the order ships.',
        ],
      };
    },
    shipped: (parts) => {
      const { order } = parts;
      const by = order.carrier === null ? '' : ` with ${order.carrier}`;
      return {
        subject: `Your ${orderName(order)} is on its way`,
        preview: `${order.toolsName} has shipped${by}.`,
        heading: 'Your order has shipped',
        parts: [
          `Your ${orderName(order)} is on its way to you${by}.`,
          ...parcel(parts),
          seeOrder(parts),
          'Please check the parcel when it arrives. If anything is missing or damaged, reply to this email.',
        ],
      };
    },
    tracked: (parts) => ({
      subject: `Tracking for your ${orderName(parts.order)}`,
      preview: `Track your parcel with ${parts.order.toolsName}.`,
      heading: 'Track your parcel',
      parts: [
        `Your ${orderName(parts.order)} is on its way. Here are the tracking details:`,
        ...parcel(parts),
        seeOrder(parts),
      ],
    }),
    corrected: (parts) => ({
      subject: `The delivery address of your ${orderName(parts.order)} was changed`,
      preview: 'Please check the delivery address.',
      heading: 'Your new delivery address',
      parts: [
        `The delivery address of your ${orderName(parts.order)} was changed. We’ll deliver to:`,
        factsOf(parts.order, [addressFact(parts.buyer)]),
        seeOrder(parts),
        `Didn’t ask for this? Tell us right away: reply to this email, or call ${parts.shop.contact.phone}.`,
      ],
    }),
    refunded: (parts) => {
      const { order, event } = parts;
      if (event.type !== 'order.refunded')
        throw new TypeError('A refund letter needs the event of its refund');
      const { amount: cents, from, restock } = event.data;
      const isWhole = from !== null;
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
          : ` of the ${formatMoney(order.price)} you paid for ${bought}`;
      const returned = restock ? 'We have received your return.' : '';
      const pieces = !isWhole
        ? 'Nothing else about your order changes.'
        : from === 'shipped'
          ? returned
          : 'Nothing will be shipped to you.';
      return {
        subject: isAnswer
          ? `Your ${orderName(order)} is cancelled and refunded`
          : `${isAll ? 'Your' : `${money(cents)} of your`} ${orderName(order)} was refunded`,
        preview: 'The refund goes to the card you paid with.',
        heading: `Your refund of ${money(cents)} is on its way`,
        parts: [
          `${cancelled}We have refunded ${money(cents)}${part}. ${pieces}`.trim(),
          factsOf(order, [
            ['Paid', formatMoney(order.price)],
            ['Refunded now', money(cents)],
            ['Payment', order.transactionId],
          ]),
          'The refund goes to the card you paid with. It usually takes 5 to 10 days to appear.',
          seeOrder(parts),
        ],
      };
    },
    'not-cancelled': (parts) => ({
      subject: `Your ${orderName(parts.order)} cannot be cancelled`,
      preview: 'About your cancellation request.',
      heading: 'We could not cancel your order',
      parts: [
        `You asked us to cancel your ${orderName(parts.order)}. We’re sorry, but that isn’t possible. Your order stays as it is.`,
        factsOf(parts.order, saleFacts(parts.order)),
        `If you would like to know why, or find another way, reply to this email or call ${parts.shop.contact.phone}.`,
        seeOrder(parts),
      ],
    }),
  };

/** Writes the letter of a kind about an order; null for a kind that no letter tells of. */
export function orderLetter(kind: NoticeKind, parts: OrderLetterParts): Letter | null {
  const { order, buyer } = parts;
  const letter = templates[kind]?.(parts);
  if (letter === undefined) return null;
  const greeting = buyer.name === '' ? 'Hello,' : `Dear ${isolated(buyer.name)},`;
  return {
    ...letter,
    parts: [greeting, ...letter.parts],
    reason: `You’re receiving this email because you placed ${orderName(order)} at Karigar.`,
  };
}
