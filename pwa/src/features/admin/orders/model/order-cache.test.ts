import type { Order } from '@karigar/bff/contracts';
import { describe, expect, it } from 'vitest';
import { shownOrders, withOrder, withReading } from './order-cache.ts';

const order = (_id: string, paid = false) => ({ _id, paid, version: 1 }) as Order;
const page = shownOrders({ items: [order('a'), order('b')], total: 40, nextCursor: '7', found: null });

describe('live news in a page of orders', () => {
  it('replaces the row in its place', () => {
    expect(withOrder(page, 'b', order('b', true)).items).toEqual([order('a'), order('b', true)]);
  });

  it('leaves a deleted order in its place, marked', () => {
    const after = withOrder(page, 'a', null);
    expect(after.items).toEqual(page.items);
    expect([...after.gone]).toEqual(['a']);
  });

  it('does not set a row back that is newer already', () => {
    const newer = { ...page, items: [{ ...order('a', true), version: 3 }] };
    expect(withOrder(newer, 'a', { ...order('a'), version: 2 })).toBe(newer);
  });

  it('leaves a page alone that does not hold the order', () => {
    expect(withOrder(page, 'z', null)).toBe(page);
  });

  it('sets a row back that the shop has in an earlier state now, unless news came while it was asked', () => {
    const ahead = { ...page, items: [{ ...order('a', true), version: 3 }] };
    const later = { items: [{ ...order('a'), version: 2 }], total: 1, nextCursor: null, found: null };
    expect(withReading(ahead, later, [{ _id: 'a', version: 3 }]).items).toEqual(later.items);
    expect(withReading(ahead, later, [{ _id: 'a', version: 2 }]).items).toEqual(ahead.items);
  });

  it('takes states and count from a later reading, but no rows', () => {
    const later = { items: [order('z'), order('b', true)], total: 39, nextCursor: null, found: null };
    expect(withReading(page, later, [])).toEqual({
      ...page,
      items: [order('a'), order('b', true)],
      total: 39,
      newcomers: 1,
    });
  });

  it('counts as new what comes between the rows, and what follows the last page', () => {
    const later = { items: [order('b'), order('z')], total: 40, nextCursor: null, found: null };
    expect(withReading(page, later, []).newcomers).toBe(0);
    expect(withReading({ ...page, nextCursor: null }, later, []).newcomers).toBe(1);
  });
});
