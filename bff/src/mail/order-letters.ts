import type { OrderDocument, RecordedEvent } from '@karigar/events';
import { formatMoney } from '../contracts/money.ts';
import type { NoticeKind } from '../contracts/notices.ts';
import { showNumber } from '../contracts/order-number.ts';
import { claimRefusalTexts, dayCount, keepUnits } from '../contracts/page-words.ts';
import { titleOf } from '../notices/notice-kinds.ts';
import { isClaimed } from '../payments/payment-parts.ts';
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

/** What a letter of one kind says below the greeting, and its subject where that is not the title of the kind. `name` is as in "Your order K-180". */
type Template = (
  parts: OrderLetterParts & { name: string },
) => Omit<Letter, 'reason' | 'subject'> & { subject?: string };

/** Writes a time (ms) by the shop's clock, and says so: a letter cannot know where it is read. */
function moment(ms: number, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long', timeStyle: 'short' });
  return `${clock.format(ms)} (${timeZone.split('/').at(-1)?.replaceAll('_', ' ')} time)`;
}

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

/** The id of the payment, after the way of one by hand; null for an order that is not paid. */
const paymentName = ({ paidWay, transactionId }: OrderDocument): string | null =>
  paidWay === null ? transactionId : `${paidWay} ${transactionId}`;

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

/** How long an unpaid order keeps its items. */
const heldWords = ({ heldUntil, shop }: OrderLetterParts): string =>
  heldUntil === null
    ? 'We’ll hold your items until you pay for or delete the order.'
    : `We’ll hold your items until ${moment(heldUntil, shop.timeZone)}. After that, the order is deleted and you won’t be charged.`;

/** Leads to where an order is paid. */
const payButton = ({ order, shop }: OrderLetterParts): LetterPart => ({
  action: `Pay ${formatMoney(order.price)}`,
  url: `${shop.shopUrl}/dashboard/payment/${order.id}`,
});

const templates: Readonly<Partial<Record<NoticeKind, Template>>> = {
  placed: (parts) => {
    const { order, name, buyer } = parts;
    const isOpen = order.status === 'unpaid' && !isClaimed(order);
    return {
      heading: 'Thank you for your order',
      parts: [
        `We’ve got your ${name}.${isOpen ? ` It ships once you’ve paid for it. ${heldWords(parts)}` : ''}`,
        factsOf(order, [...saleFacts(order), addressFact(buyer)]),
        ...(isOpen ? [payButton(parts)] : []),
      ],
    };
  },
  unpaid: (parts) => {
    const { order, name } = parts;
    return {
      heading: 'One step left: payment',
      parts: [
        `Thank you for your ${name}. It isn’t paid yet, so you haven’t been charged and nothing will be shipped. ${heldWords(parts)}`,
        factsOf(order, saleFacts(order)),
        payButton(parts),
        'If you no longer want it, you don’t need to do anything. You can also delete it in My Orders.',
      ],
    };
  },
  paid: ({ order, name, buyer, shop }) => {
    return {
      subject: `Receipt for your ${name}`,
      heading: 'Thank you for your payment',
      parts: [
        `This is your receipt. We’re packing your order. It usually ships within ${dayCount(shop.shipping.dispatchDays)}, and we’ll email you when it does.`,
        factsOf(order, [
          ...saleFacts(order),
          ['Paid on', order.paidAt === null ? null : moment(order.paidAt, shop.timeZone)],
          ['Payment', paymentName(order)],
          addressFact(buyer),
        ]),
        'Is the address wrong? You can change it on your order page until the order ships.',
      ],
    };
  },
  shipped: (parts) => {
    const { carrier } = parts.order;
    return {
      heading: 'Your order has shipped',
      parts: [
        `Your ${parts.name} is on its way to you${carrier === null ? '' : ` with ${carrier}`}.`,
        ...parcel(parts),
        'Please check the parcel when it arrives. If anything is missing or damaged, reply to this email.',
      ],
    };
  },
  tracked: (parts) => ({
    subject: `Tracking for your ${parts.name}`,
    heading: 'Track your parcel',
    parts: [`Your ${parts.name} is on its way. Here are the tracking details:`, ...parcel(parts)],
  }),
  corrected: ({ order, name, buyer, shop }) => ({
    heading: 'Your new delivery address',
    parts: [
      `The delivery address of your ${name} was changed. We’ll deliver to:`,
      factsOf(order, [addressFact(buyer)]),
      `Didn’t ask for this? Tell us right away: reply to this email, or call ${shop.contact.phone}.`,
    ],
  }),
  refunded: ({ order, name, event }) => {
    if (event.type !== 'order.refunded') throw new TypeError('A refund letter needs the event of its refund');
    const { amount: cents, from, restock } = event.data;
    const [money, price] = [formatMoney(cents / 100), formatMoney(order.price)];
    const isAll = money === price;
    // Where the customer asked for it and the shop has not said no, the money is the answer.
    const isAnswer = from !== null && order.cancellation?.declinedAt === null;
    const returned = restock && 'We have received your return.';
    const shipment = from === 'shipped' ? returned : 'Nothing will be shipped to you.';
    const said = [
      isAnswer && `You asked us to cancel your ${name}, and it is now cancelled.`,
      `We have refunded ${isAll ? 'all' : money} of the ${price} you paid for your ${name}.`,
      from === null ? 'Nothing else about your order changes.' : shipment,
    ];
    return {
      subject: isAnswer
        ? `Your ${name} is cancelled and refunded`
        : `${isAll ? 'Your' : `${money} of your`} ${name} was refunded`,
      heading:
        order.paidWay === null ? `Your refund of ${money} is on its way` : `We sent ${money} back to you`,
      parts: [
        said.filter(Boolean).join(' '),
        factsOf(order, [
          ['Paid', price],
          ['Refunded now', money],
          ['Payment', paymentName(order)],
          ['Refund', order.paidWay === null ? null : `${order.paidWay} ${event.data.refundId}`],
        ]),
        order.paidWay === null
          ? 'The refund goes to the card you paid with. It usually takes 5 to 10 days to appear.'
          : `We sent the money back with ${order.paidWay}.`,
      ],
    };
  },
  'payment-not-found': ({ order, name, shop }) => ({
    heading: 'Please check your payment',
    parts: [
      `${claimRefusalTexts[order.claim?.refused?.reason ?? 'other']} Your ${name} is not paid yet. Check the transaction ID and send it again, or pay in another way.`,
      factsOf(order, [
        ['Total', formatMoney(order.price)],
        ['Paid with', order.claim?.way ?? null],
        ['Transaction ID', order.claim?.transactionId ?? null],
      ]),
      { action: 'Check the payment', url: `${shop.shopUrl}/dashboard/payment/${order.id}` },
      `If you think this is a mistake, reply to this email or call ${shop.contact.phone}.`,
    ],
  }),
  review: ({ order, shop }) => ({
    subject: `How is your ${order.toolsName}?`,
    heading: 'Tell others how it works',
    parts: [
      `Your ${order.toolsName} has had time to arrive. A few words about how well it works help others to choose.`,
      { action: 'Write a review', url: `${shop.shopUrl}/dashboard/addreview?tool=${order.toolId}` },
      'If something is wrong with it, reply to this email. If you don’t want to be asked for reviews, switch it off under Notifications in My Profile.',
    ],
  }),
  'cancel-asked': ({ order, name }) => ({
    heading: 'We’re reviewing your request',
    parts: [
      `You asked us to cancel your ${name}. If it has not left yet, we’ll cancel it and refund you. We’ll email you what we decide.`,
      factsOf(order, saleFacts(order)),
      'Changed your mind? Choose “Keep this order” on your order page.',
    ],
  }),
  'not-cancelled': ({ order, name, shop }) => ({
    subject: `Your ${name} cannot be cancelled`,
    heading: 'We could not cancel your order',
    parts: [
      `You asked us to cancel your ${name}. We’re sorry, but that isn’t possible. Your order stays as it is.`,
      factsOf(order, saleFacts(order)),
      `If you would like to know why, or find another way, reply to this email or call ${shop.contact.phone}.`,
    ],
  }),
};

/** Writes the letter of a kind about an order; null for a kind that no letter tells of. */
export function orderLetter(kind: NoticeKind, parts: OrderLetterParts): Letter | null {
  const { order, buyer, shop } = parts;
  const number = showNumber(order.number);
  const name = `order ${number}`;
  const letter = templates[kind]?.({ ...parts, name });
  if (letter === undefined) return null;
  const greeting = buyer.name === '' ? 'Hello,' : `Dear ${isolated(buyer.name)},`;
  const seeOrder = { action: 'See your order', url: `${shop.shopUrl}/dashboard/orders/${order.id}` };
  return {
    ...letter,
    subject: keepUnits(letter.subject ?? titleOf(kind, number)),
    parts: [greeting, ...letter.parts, ...(kind === 'unpaid' ? [] : [seeOrder])],
    reason: `You’re receiving this email because you placed ${name} at Karigar.`,
  };
}
