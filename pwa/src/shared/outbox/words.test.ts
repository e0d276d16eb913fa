import { expect, test } from 'vitest';
import type { OutboxEntry, Refusal } from '../saved/outbox-entry.ts';
import { entries } from '../testing/outbox-entries.ts';
import { entryWords, type Remedy, workWords } from './words.ts';

const detail = 'The shop says no.';
const refused = (refusal: Refusal): OutboxEntry => ({ ...entries.refused, refusal });
const review: OutboxEntry = {
  ...entries.refused,
  work: { kind: 'review', review: { rating: 5, reviews: 'Sharp' } },
  refusal: { code: 'INVALID', detail },
};
const orderOf = (remedy: Remedy | undefined) =>
  remedy && 'work' in remedy && remedy.work.kind === 'order' ? remedy.work.order : undefined;

test('an entry says what it is', () => {
  expect(workWords(entries.saved.work)).toBe('Hand saw × 2, $24');
  expect(workWords(review.work)).toBe('Review: “Sharp”');
});

test('no status before the shop’s own word claims that the order is placed', () => {
  for (const entry of [entries.saved, entries.sending, entries.refused]) {
    const { line, title, text } = entryWords(entry);
    expect(`${line} ${title}`).not.toMatch(/placed|accepted|success/i);
    expect(text).not.toMatch(/placed|accepted|success/i);
  }
});

test('work that only the device has says what it waits for', () => {
  expect(entryWords({ ...entries.saved, delay: 'no-answer' }).line).toBe('Saved on this device');
  expect(entryWords({ ...entries.saved, delay: 'sign-in-needed' }).line).toBe(
    'Saved on this device. Sign in again to send it.',
  );
  expect(entryWords({ ...entries.sending, delay: 'shop-busy' }).line).toBe(
    'The shop is busy. We’ll try again shortly.',
  );
  expect(entryWords({ ...entries.sending, delay: 'no-answer' }).title).toBe(
    'We couldn’t confirm your order yet',
  );
  expect(entryWords(entries.sending)).toMatchObject({ line: 'Sending …', title: 'Sending your order' });
});

test.each([
  [{ code: 'OUT_OF_STOCK', detail, available: 0 }, 'none left in stock.', 'Sold out'],
  [{ code: 'OUT_OF_STOCK', detail, available: 1, minimum: 2 }, 'only 1 left in stock.', 'Sold out'],
  [{ code: 'OUT_OF_STOCK', detail, available: 3 }, 'only 3 left in stock.', 'Not enough in stock'],
  [{ code: 'OUT_OF_STOCK', detail }, 'none left in stock.', 'Your order was not accepted'],
  [{ code: 'PRICE_CHANGED', detail, unitPrice: 14 }, 'the price is now $14 each.', 'The price has changed'],
  [{ code: 'PRICE_CHANGED', detail }, 'the price has changed.', 'Your order was not accepted'],
  [
    { code: 'TOO_MUCH_HELD', detail, limit: 25, held: 0, minimum: 2 },
    'you can have up to 25 of this tool in unpaid orders.',
    'Too many in unpaid orders',
  ],
  [
    { code: 'TOO_MUCH_HELD', detail, limit: 25, held: 24, minimum: 2 },
    'you can have up to 25 of this tool in unpaid orders. You already have 24.',
    'Too many in unpaid orders',
  ],
  [{ code: 'TOO_MUCH_HELD', detail }, detail, 'Too many in unpaid orders'],
  [{ code: 'TOO_MANY_UNPAID', detail }, detail, 'Too many unpaid orders'],
  [{ code: 'TOOL_NOT_FOUND', detail }, detail, 'No longer sold'],
  [{ code: 'FORBIDDEN', detail }, detail, 'Your order was not accepted'],
] as const)('%o reads "%s" in a list and "%s" alone', (refusal, line, title) => {
  expect(entryWords(refused(refusal))).toMatchObject({ line: `Refused: ${line}`, title });
});

test('a changed price is offered, and the person decides', () => {
  const { remedies } = entryWords(refused({ code: 'PRICE_CHANGED', detail, unitPrice: 14 }));
  expect(remedies).toMatchObject([{ label: 'Order for $28', primary: true }]);
  expect(orderOf(remedies[0])).toMatchObject({ unitPrice: 14, quantity: 2 });
});

test('what is left is offered when it is enough for an order', () => {
  const { remedies } = entryWords(refused({ code: 'OUT_OF_STOCK', detail, available: 1, minimum: 1 }));
  expect(remedies).toMatchObject([{ label: 'Order 1 instead', primary: true }]);
  expect(orderOf(remedies[0])).toMatchObject({ quantity: 1, unitPrice: 12 });
  const tooFew = entryWords(refused({ code: 'OUT_OF_STOCK', detail, available: 1, minimum: 2 }));
  expect(tooFew.remedies).toMatchObject([{ label: 'See other tools', to: '/tools' }]);
});

test('what may still be held is offered when it is enough for an order, else the way to pay first', () => {
  const some = { code: 'TOO_MUCH_HELD', detail, limit: 25, held: 24, minimum: 1 } as const;
  const { text, remedies } = entryWords(refused(some));
  expect(text).toBe('You asked for 2. You can order 1 before you pay.');
  expect(remedies).toMatchObject([{ label: 'Order 1 instead', primary: true }]);
  expect(orderOf(remedies[0])).toMatchObject({ quantity: 1, unitPrice: 12 });
  const none = entryWords(refused({ ...some, minimum: 2 }));
  expect(none.text).toMatch(/^You can have up to 25 .* Pay or delete one of your orders first/);
  expect(none.remedies).toMatchObject([{ to: '/dashboard/myorders', primary: true }, { label: 'Try again' }]);
});

test('an order that reached the shop in an earlier version is not tried again', () => {
  const { line, remedies } = entryWords(refused({ code: 'KEY_REUSED', detail }));
  expect(line).toMatch(/^Refused: we already received an earlier version of this order/);
  expect(remedies).toMatchObject([{ to: '/dashboard/myorders' }]);
});

test('everything else keeps the sentence of the shop and may be tried again as it is', () => {
  for (const entry of [refused({ code: 'INVALID', detail }), review]) {
    const { text, remedies } = entryWords(entry);
    expect(text).toBe(detail);
    expect(remedies).toEqual([{ label: 'Try again', primary: false, work: entry.work }]);
  }
});
