import type { OrderDocument, RecordedEvent } from '@karigar/events';
import { describe, expect, it, test } from 'vitest';
import type { NoticeKind } from '../contracts/notices.ts';
import { letterHtml, letterText } from './letter.ts';
import { type OrderLetterParts, orderLetter } from './order-letters.ts';
import { stockLetter } from './stock-letter.ts';

const shop = {
  shopUrl: 'https://shop.example',
  contact: { phone: '+880 1700-000000', email: 'hello@shop.example', address: '12 Avenue, Dhaka' },
  timeZone: 'Asia/Dhaka',
  shipping: { carriers: [], dispatchDays: 1 },
};
const buyer = {
  email: 'rina@example.com',
  name: 'Rina Das',
  address: 'House 1',
  city: 'Dhaka',
  zip: '1215',
  phone: '',
};
const order = {
  id: 'ord_1',
  number: 180,
  toolsName: 'Claw Hammer',
  quantity: 3,
  unitPrice: 12,
  price: 36,
  paidAt: Date.UTC(2026, 10, 23, 12),
  transactionId: 'pi_1',
  paidWay: null,
  claim: null,
  carrier: null,
  trackingNumber: null,
  refund: null,
  cancellation: null,
} as unknown as OrderDocument;
type Refund = Extract<RecordedEvent, { type: 'order.refunded' }>['data'];
const refundOf = (data: Partial<Refund>) =>
  ({
    type: 'order.refunded',
    data: { refundId: 're_1', amount: 3600, from: 'paid', restock: true, by: 'shop', ...data },
  }) as unknown as RecordedEvent;

const partsOf = (changed: Partial<OrderLetterParts> = {}): OrderLetterParts => ({
  order,
  buyer,
  event: { type: 'order.paid' } as RecordedEvent,
  heldUntil: Date.UTC(2026, 10, 26, 12),
  trackingUrl: null,
  shop,
  ...changed,
});
const write = (kind: NoticeKind, changed: Partial<OrderLetterParts> = {}) => {
  const parts = partsOf(changed);
  const letter = orderLetter(kind, parts);
  if (letter === null) throw new Error(`no letter for ${kind}`);
  return { ...letter, text: letterText(letter, shop), html: letterHtml(letter, shop) };
};
/** A text as one line, to look for sentences in it. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
const refund = (data: Partial<Refund>, changed: Partial<OrderDocument> = {}) =>
  write('refunded', { event: refundOf(data), order: { ...order, ...changed } });

test.each([
  ['Asia/Dhaka', '1 December 2026 at 03:00 (Dhaka time)'],
  ['America/New_York', '30 November 2026 at 16:00 (New York time)'],
])('a letter of a shop in %s names its time', (timeZone, text) => {
  const parts = { shop: { ...shop, timeZone }, order: { ...order, paidAt: Date.UTC(2026, 10, 30, 21) } };
  expect(write('paid', parts).text).toContain(text);
});

describe('a letter about an order', () => {
  it('says what to do about an unpaid one, and until when', () => {
    const { subject, text, html } = write('unpaid');
    expect(subject).toBe('Your order\u00a0K-180 is waiting for payment');
    expect(oneLine(text)).toContain('until 26 November 2026 at 18:00 (Dhaka time)');
    expect(text).toContain('Pay $36:\nhttps://shop.example/dashboard/payment/ord_1\n');
    expect(html).toContain('href="https://shop.example/dashboard/payment/ord_1"');
    expect(oneLine(write('unpaid', { heldUntil: null }).text)).toContain(
      'until you pay for or delete the order',
    );
  });

  it('confirms a placed one: what was ordered, where it goes, and how to pay while that is open', () => {
    const unpaid = { ...order, status: 'unpaid' } as OrderDocument;
    const { subject, text } = write('placed', { order: unpaid });
    expect(subject).toBe('We’ve got your order\u00a0K-180');
    expect(oneLine(text)).toContain(
      'It ships once you’ve paid for it. We’ll hold your items until 26 November',
    );
    for (const words of ['Claw Hammer', 'House 1', 'Pay $36:']) expect(text).toContain(words);
    const paid = write('placed', { order: { ...order, status: 'paid' } as OrderDocument });
    expect(paid.text).not.toMatch(/Pay \$36|paid for|hold/);
  });

  it('is the receipt of a paid one, in text that fits a narrow window', () => {
    const { text } = write('paid');
    expect(text).toContain(
      [
        'Order:      K-180',
        'Tool:       Claw Hammer',
        'Quantity:   3',
        'Unit price: $12',
        'Total:      $36',
        'Paid on:    23 November 2026 at 18:00 (Dhaka time)',
        'Payment:    pi_1',
        'Deliver to: Rina Das',
        '            House 1',
        '            Dhaka 1215',
      ].join('\n'),
    );
    expect(oneLine(text)).toContain('It usually ships within 1 day, and we’ll email you when it does.');
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(72);
  });

  it('says who carries the parcel, and where to follow it, as far as that is known', () => {
    const known = { ...order, carrier: 'Pathao', trackingNumber: 'P-1' };
    const trackingUrl = 'https://pathao.example/?id=P-1&lang=en';
    const { text, html } = write('shipped', { order: known, trackingUrl });
    expect(text).toContain('Tracking number: P-1');
    expect(text).toContain(`Track your parcel:\n${trackingUrl}`);
    expect(html).toContain('href="https://pathao.example/?id=P-1&amp;lang=en"');
    expect(write('shipped').text).not.toMatch(/Carrier|Tracking|Follow/);
    expect(write('tracked', { order: known, trackingUrl }).text).toContain('Carrier:         Pathao');
  });

  it('names the way of a payment by hand, and says why one was not found', () => {
    const byHand = { ...order, paidWay: 'bKash', transactionId: 'A1B2C3' };
    expect(write('paid', { order: byHand }).text).toContain('Payment:    bKash A1B2C3');
    const refunded = write('refunded', { order: byHand, event: refundOf({ refundId: 'Z9' }) });
    expect(oneLine(refunded.text)).toContain('We sent the money back with bKash.');
    expect(refunded.text).toContain('bKash Z9');
    const refused = { reason: 'wrong-amount', at: 2 } as const;
    const claim = { way: 'bKash', transactionId: 'A1B2C3', at: 1, refused };
    const { text, subject } = write('payment-not-found', { order: { ...order, claim } });
    expect(subject).toBe('We couldn’t find your payment for order\u00a0K-180');
    expect(oneLine(text)).toContain('We found this payment, but its amount is not the order’s total.');
    expect(text).toContain('/dashboard/payment/ord_1');
  });

  it('asks whether it was the customer who had the delivery corrected', () => {
    expect(oneLine(write('corrected').text)).toContain('Didn’t ask for this? Tell us right away');
  });

  it.each([
    [
      {},
      {},
      'Your order K-180 was refunded',
      'all of the $36 you paid for your order K-180. Nothing will be shipped',
    ],
    [
      { amount: 350, from: null },
      {},
      '$3.50 of your order',
      '$3.50 of the $36 you paid for your order K-180. Nothing else about your order changes',
    ],
    [{ amount: 3250 }, {}, '$32.50 of your', '$32.50 of the $36 you paid'],
    [{ from: 'shipped' }, {}, 'Your order K-180 was refunded', 'order K-180. We have received your return.'],
    [
      {},
      { cancellation: { reason: 'mistake', at: 1, declinedAt: null } },
      'Your order K-180 is cancelled and refunded',
      'You asked us to cancel your order K-180, and it is now cancelled. We have refunded all of the $36 you paid',
    ],
  ] as const)('says what went back of the money, case %#', (data, changed, subject, words) => {
    const letter = refund(data, changed);
    expect(letter.subject).toContain(subject.replace(' K-', '\u00a0K-'));
    expect(oneLine(letter.text)).toContain(words);
    expect(oneLine(letter.text)).toContain('It usually takes 5 to 10 days');
  });

  it('does not call a refund cancelled whose cancellation was declined, nor a part of the money', () => {
    const asked = { reason: 'mistake', at: 1, declinedAt: null } as const;
    expect(refund({}, { cancellation: { ...asked, declinedAt: 2 } }).text).not.toContain('cancelled');
    expect(refund({ amount: 100, from: null }, { cancellation: asked }).text).not.toContain('cancelled');
  });

  it('asks for a review of the tool, and says how to switch that off', () => {
    const { text, subject } = write('review', { order: { ...order, toolId: 't1' } });
    expect(subject).toBe('How is your Claw Hammer?');
    expect(text).toContain('https://shop.example/dashboard/addreview?tool=t1');
    expect(oneLine(text)).toContain('switch it off under Notifications');
  });

  it('says the same in HTML and text, with the way to the shop and to the order', () => {
    for (const kind of ['unpaid', 'paid', 'shipped', 'corrected', 'not-cancelled'] as const) {
      const { html, text, subject, heading } = write(kind);
      for (const word of [
        heading,
        'Rina Das',
        'K-180',
        'hello@shop.example',
        '+880 1700-000000',
        '12 Avenue, Dhaka',
      ]) {
        expect(oneLine(text)).toContain(word);
        expect(html).toContain(word);
      }
      expect(html).toContain(`<title>${subject}</title>`);
      expect(html).toContain('prefers-color-scheme: dark');
      expect(html).not.toMatch(/<img|<script|src=/);
    }
  });
});

it('a name of another direction turns nothing around it', () => {
  const { html, text } = write('paid', { buyer: { ...buyer, name: 'محمد', city: 'مدينة' } });
  expect(html).toContain('Dear <bdi>محمد</bdi>,');
  expect(html).toContain('<bdi>مدينة</bdi> 1215');
  expect(text).toContain('Dear محمد,');
});

describe('the letter to somebody who waits for a tool', () => {
  const name = 'Saw <b>"A&B"</b>';

  it('leads to a tool that is back, whatever its name', () => {
    const letter = stockLetter('tool-1', { name }, shop);
    expect(letter.subject).toBe(`${name} is back in stock`);
    const html = letterHtml(letter, shop);
    expect(html).toContain('Saw &lt;b&gt;&quot;A&amp;B&quot;&lt;/b&gt; is back');
    expect(html).toContain('href="https://shop.example/tools/tool-1"');
    expect(letterText(letter, shop)).toContain('https://shop.example/tools/tool-1');
  });

  it('says that a deleted tool is not sold any more, and leads to the others', () => {
    const letter = stockLetter('tool-1', { name, deleted: true }, shop);
    expect(letter.subject).toBe(`${name} is no longer available`);
    const text = letterText(letter, shop);
    expect(oneLine(text)).toContain('We’re sorry: we no longer sell it, so it won’t come back.');
    expect(text).toContain('https://shop.example/tools\n');
    expect(text).not.toContain('tool-1');
  });
});
