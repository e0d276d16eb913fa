import { describe, expect, it } from 'vitest';
import { orderOf } from '../../../../shared/testing/order.ts';
import { mayPrintSlip, mayRefund, mayShip, moneyLeft, questionsOf } from './order.ts';

const at = '2026-01-03T10:00:00.000Z';
const refund = { amount: 36, at, restocked: true, whole: true };
const refundRequest = { reason: 'customer', restock: true, at } as const;
const cancellation = { reason: 'too-slow', at, declinedAt: null } as const;
const dispute = { status: 'needs_response', reason: 'fraudulent', amount: 36, at, open: true };

describe('what an order asks a person', () => {
  it('says each question in a sentence', () => {
    expect(questionsOf(orderOf({ cancellation }))).toEqual([
      'The customer requested cancellation: “It takes too long”.',
    ]);
    expect(questionsOf(orderOf({ refundRequest }))[0]).toContain('Refund in progress');
    expect(questionsOf(orderOf({ refundFailure: { at } }))[0]).toContain('The refund failed');
    expect(questionsOf(orderOf({ dispute }))).toEqual([
      'Disputed: the payer says they did not authorize the payment, $36: waiting for your reply to the bank.',
    ]);
  });

  it('says nothing of what was decided', () => {
    expect(questionsOf(orderOf({ cancellation: { ...cancellation, declinedAt: at } }))).toEqual([]);
    expect(questionsOf(orderOf({ dispute: { ...dispute, status: 'won', open: false } }))).toEqual([]);
  });

  it('calls a refund that is asked anew in progress, not failed', () => {
    expect(questionsOf(orderOf({ refundRequest, refundFailure: { at } }))).toHaveLength(1);
  });
});

describe('what may be done to an order', () => {
  it.each([
    ['unpaid', orderOf({ paid: false }), false, false],
    ['paid', orderOf(), true, true],
    ['shipped', orderOf({ status: 'Shipped' }), false, true],
    ['asked to cancel', orderOf({ cancellation }), true, true],
    ['given back in part', orderOf({ refund: { ...refund, amount: 3.5, whole: false } }), true, true],
    ['refunded', orderOf({ refund }), false, false],
    ['refunded, but a part did not arrive', orderOf({ refund: { ...refund, amount: 20 } }), false, true],
    ['being refunded', orderOf({ refundRequest }), false, false],
    ['disputed', orderOf({ dispute }), true, false],
    [
      'asked about by the bank',
      orderOf({ dispute: { ...dispute, status: 'warning_needs_response' } }),
      true,
      true,
    ],
    ['lost to the payer', orderOf({ dispute: { ...dispute, status: 'lost', open: false } }), true, false],
  ])('one that is %s', (_, order, ships, refunds) => {
    expect(mayShip(order)).toBe(ships);
    expect(mayRefund(order)).toBe(refunds);
  });

  it.each([
    ['unpaid', orderOf({ paid: false }), true],
    ['shipped', orderOf({ status: 'Shipped' }), true],
    ['refunded before it left', orderOf({ refund }), false],
    ['refunded after it left', orderOf({ refund, status: 'Shipped' }), true],
    ['of somebody who was erased', orderOf({ address: '', status: 'Shipped' }), false],
  ])('a slip of one that is %s', (_, order, prints) => {
    expect(mayPrintSlip(order)).toBe(prints);
  });

  it('leaves what was not given back', () => {
    expect(moneyLeft(orderOf({ refund: { ...refund, amount: 3.5, whole: false } }))).toBe(32.5);
  });
});
