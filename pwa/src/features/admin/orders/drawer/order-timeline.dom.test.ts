import { expect, test } from 'vitest';
import { entryOf } from '../../../../shared/testing/order.ts';
import { storyOf } from './order-timeline.tsx';

const by = 'by admin a@b.c';

test.each([
  ['order.created', { quantity: 3 }, `3 pieces, ${by}`],
  ['order.created', { quantity: 1 }, `1 piece, ${by}`],
  ['order.paid', { transactionId: 'pi_1' }, `pi_1, ${by}`],
  ['order.shipped', {}, by],
  ['order.shipped', { carrier: 'Pathao', trackingNumber: 'PA1' }, `Pathao, PA1, ${by}`],
  ['order.deleted', { reason: 'expired' }, `not paid in time, ${by}`],
  ['order.refund-requested', { attempt: 1, reason: 'damaged', restock: false }, `Arrived damaged, ${by}`],
  ['order.refunded', { amount: 3600, by: 'shop', restock: true }, `pieces back in stock, ${by}`],
  [
    'order.refunded',
    { amount: 350, by: 'provider', restock: false },
    `made in the payment provider’s dashboard, ${by}`,
  ],
  ['order.refund-failed', { reason: 'lost_or_stolen_card' }, `the card was lost or stolen, ${by}`],
  ['order.refund-failed', { reason: 'bank_on_fire' }, `bank on fire, ${by}`],
  ['order.cancellation-requested', { reason: 'too-slow' }, `It takes too long, ${by}`],
  ['order.cancellation-declined', {}, by],
  [
    'order.disputed',
    { reason: 'product_not_received', status: 'needs_response', amount: 4000 },
    `the payer says nothing arrived, $40: waiting for your reply to the bank, ${by}`,
  ],
  [
    'order.corrected',
    { before: { city: 'Dhake' }, after: { city: 'Dhaka' } },
    `City: now Dhaka, was Dhake, ${by}`,
  ],
])('tells %s %j in words', (type, data, words) => {
  expect(storyOf(entryOf({ type, data, actor: 'admin:a@b.c' })).detail).toBe(words);
});

test('shows an event of a newer release by its own name', () => {
  expect(storyOf(entryOf({ type: 'order.returned', data: {}, actor: 'robot' }))).toEqual({
    title: 'order.returned',
    detail: 'by robot',
    tone: 'plain',
  });
});
