import { describe, expect, it } from 'vitest';
import { orderState, reservedText } from './order-state.ts';

describe('my orders', () => {
  it('says where an order stands', () => {
    expect(orderState({ paid: false, status: 'pending' })).toBe('unpaid');
    expect(orderState({ paid: true, status: 'pending' })).toBe('paid');
    expect(orderState({ paid: true, status: 'Shipped' })).toBe('shipped');
  });

  it('says until when an unpaid order is kept', () => {
    const reservedUntil = '2026-03-01T10:00:00.000Z';
    const before = Date.parse('2026-02-28T10:00:00.000Z');
    const text = reservedText({ paid: false, reservedUntil }, before, (time) => new Date(time).toISOString());
    expect(text).toBe(`Reserved until ${reservedUntil}`);
  });

  it('says nothing of a paid, an endless or an ended reservation', () => {
    const reservedUntil = '2026-03-01T10:00:00.000Z';
    const after = Date.parse('2026-03-02T10:00:00.000Z');
    expect(reservedText({ paid: true, reservedUntil }, 0, String)).toBeNull();
    expect(reservedText({ paid: false, reservedUntil: null }, 0, String)).toBeNull();
    expect(reservedText({ paid: false, reservedUntil }, after, String)).toBeNull();
  });
});
