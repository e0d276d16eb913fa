import type { RecordedEvent } from '@karigar/events';
import { expect, test } from 'vitest';
import { differencesOf } from './race-differences.ts';

const event = (type: string, subject: string, data: Record<string, unknown> = {}) =>
  ({ type, subject, data }) as unknown as RecordedEvent;
const charge = (intent: string, refunded = 0) => ({
  payment_intent: intent,
  amount: 2_400,
  amount_refunded: refunded,
  status: 'succeeded',
});
const orders = [
  { id: 'a', quantity: 2 },
  { id: 'b', quantity: 2 },
];
const intents = [
  { id: 'pi_a', metadata: { orderId: 'a' } },
  { id: 'pi_b', metadata: { orderId: 'b' } },
];
const paid = event('order.paid', 'a', { transactionId: 'pi_a' });
const deleted = event('order.deleted', 'b');
const refunded = event('order.refunded', 'a', { amount: 2_400, restock: true });

test('a paid order with its charge and a deleted one whose money went back are as they should be', () => {
  const ledger = { charges: [charge('pi_a'), charge('pi_b', 2_400)], intents };
  expect(differencesOf(orders, [paid, deleted], ledger, 2)).toEqual({
    differences: [],
    counts: { paid: 1, shipped: 0, deleted: 1, refunded: 0, charges: 2, refunds: 1 },
  });
});

test('an order whose money and pieces went back, once and on both sides, is as it should be', () => {
  const ledger = { charges: [charge('pi_a', 2_400)], intents };
  expect(differencesOf(orders, [paid, refunded, deleted], ledger, 0).differences).toEqual([]);
});

test.each([
  ['kept money of a deleted order', [paid, deleted], [charge('pi_a'), charge('pi_b')], 2],
  ['a paid order without a charge', [paid, deleted], [], 2],
  ['money that went back and the order does not say so', [paid, deleted], [charge('pi_a', 2_400)], 2],
  ['money that an order says went back and did not', [paid, refunded, deleted], [charge('pi_a')], 0],
  ['pieces that were put back twice', [paid, refunded, refunded, deleted], [charge('pi_a', 4_800)], 0],
  ['an order that is paid twice', [paid, paid, deleted], [charge('pi_a')], 2],
  ['an order that is paid and deleted', [paid, event('order.deleted', 'a'), deleted], [charge('pi_a')], 0],
  ['stock that was freed twice', [paid, deleted], [charge('pi_a')], 0],
])('%s is a difference', (_, events, charges, taken) => {
  expect(differencesOf(orders, events, { charges, intents }, taken).differences).not.toEqual([]);
});
