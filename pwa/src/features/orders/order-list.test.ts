import { describe, expect, it } from 'vitest';
import type { OutboxEntry } from '../../shared/db/outbox.ts';
import { orderState, reservedText, waitingOrders } from './order-list.ts';

const order = { toolId: 't1', toolsName: 'Trowel', email: 'r@karigar.example', unitPrice: 12, quantity: 2 };
const entry = (id: string, createdAt: number, rest: object) =>
  ({
    id,
    uid: 'u1',
    createdAt,
    work: { kind: 'order', order, picture: '' },
    delay: null,
    ...rest,
  }) as unknown as OutboxEntry;

describe('my orders', () => {
  it('shows what only this device knows, newest first', () => {
    const entries = [
      entry('old', 1, { status: 'sending' }),
      entry('done', 2, { status: 'accepted' }),
      entry('review', 3, {
        status: 'saved',
        work: { kind: 'review', review: { reviews: 'Good', rating: 5 } },
      }),
      entry('new', 4, { status: 'refused' }),
    ];
    expect(waitingOrders(entries).map(({ id }) => id)).toEqual(['new', 'old']);
  });

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
