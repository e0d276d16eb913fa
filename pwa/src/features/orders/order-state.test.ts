import { describe, expect, it } from 'vitest';
import { orderOf } from '../../shared/testing/order.ts';
import { dateOf, dateTime } from '../../shared/ui/time.ts';
import { deliveryText, dispatchText, mayAskToCancel, refundTexts, reservedText } from './order-state.ts';

const at = '2026-11-23T10:00:00.000Z';
const refund = { amount: 36, at, restocked: true, whole: true };
const refundRequest = { reason: 'customer', restock: true, at } as const;

describe('the delivery of an order', () => {
  const gone = { amount: 36, at: '2026-01-03T10:00:00.000Z', restocked: true, whole: true };

  it.each([
    ['Ships after payment', { paid: false }],
    ['Not shipped yet', {}],
    ['Not shipped', { refund: gone }],
    [`Shipped on ${dateOf(gone.at)}`, { status: 'Shipped', shippedAt: gone.at }],
    [
      `Shipped on ${dateOf(gone.at)} with Pathao`,
      { status: 'Shipped', shippedAt: gone.at, carrier: 'Pathao', refund: gone },
    ],
  ] as const)('is told as %j', (text, fields) => {
    expect(deliveryText(orderOf(fields))).toBe(text);
  });

  it('comes within the days that the shop names', () => {
    expect(dispatchText({ carriers: [], dispatchDays: 2 })).toBe('packed and shipped, usually within 2 days');
    expect(dispatchText({ carriers: [], dispatchDays: 1 })).toBe('packed and shipped, usually within 1 day');
    expect(dispatchText(undefined)).toBe('packed and shipped');
  });
});

describe('my orders', () => {
  it('says until when an unpaid order is kept', () => {
    const reservedUntil = '2026-03-01T10:00:00.000Z';
    const before = Date.parse('2026-02-28T10:00:00.000Z');
    const text = reservedText(orderOf({ paid: false, reservedUntil }), before);
    expect(text).toBe(`Reserved until ${dateTime(reservedUntil)}`);
  });

  it('says nothing of a paid, an endless or an ended reservation', () => {
    const reservedUntil = '2026-03-01T10:00:00.000Z';
    const after = Date.parse('2026-03-02T10:00:00.000Z');
    expect(reservedText(orderOf({ paid: true, reservedUntil }), 0)).toBeNull();
    expect(reservedText(orderOf({ paid: false, reservedUntil: null }), 0)).toBeNull();
    expect(reservedText(orderOf({ paid: false, reservedUntil }), after)).toBeNull();
  });

  it('says what went back, and of how much where it was a part', () => {
    const part = { ...refund, amount: 3.5, whole: false };
    expect(refundTexts(orderOf())).toEqual([]);
    expect(refundTexts(orderOf({ refund }))).toEqual([`$36 was refunded on ${dateOf(at)}.`]);
    expect(refundTexts(orderOf({ refund: part }))).toEqual([`$3.50 of $36 was refunded on ${dateOf(at)}.`]);
  });

  it('says what is still to come of a refund', () => {
    const refundFailure = { at };
    const coming = 'Your refund is in progress.';
    const failed = 'The refund didn’t go through. We’ll try again.';
    expect(refundTexts(orderOf({ refundRequest }))).toEqual([coming]);
    expect(refundTexts(orderOf({ refundFailure }))).toEqual([failed]);
    expect(refundTexts(orderOf({ refundFailure, refundRequest }))).toEqual([coming]);
    // A part has failed since: the order stays refunded, and the rest did go back.
    expect(refundTexts(orderOf({ refund: { ...refund, amount: 30 }, refundFailure }))).toEqual([
      `$30 of $36 was refunded on ${dateOf(at)}.`,
      failed,
    ]);
  });

  it('lets a customer ask to cancel once, while the shop can still decide', () => {
    const cancellation = { reason: 'mistake', at, declinedAt: null } as const;
    expect(mayAskToCancel(orderOf())).toBe(true);
    expect(mayAskToCancel(orderOf({ refund: { ...refund, amount: 3.5, whole: false } }))).toBe(true);
    for (const fields of [
      { paid: false },
      { status: 'Shipped' },
      { refund },
      { refundRequest },
      { refundFailure: { at } },
      { cancellation },
      { cancellation: { ...cancellation, declinedAt: at } },
    ] as const)
      expect(mayAskToCancel(orderOf(fields)), JSON.stringify(fields)).toBe(false);
  });
});
