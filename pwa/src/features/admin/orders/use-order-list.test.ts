import type { Order } from '@karigar/bff/contracts';
import { describe, expect, it } from 'vitest';
import { withOrder } from './use-order-list.ts';

const order = (_id: string, paid = false) => ({ _id, paid, version: 1 }) as Order;
const page = { items: [order('a'), order('b')], total: 40, nextCursor: '7' };

describe('live news in a page of orders', () => {
  it('replaces the row in its place', () => {
    expect(withOrder(page, 'b', order('b', true)).items).toEqual([order('a'), order('b', true)]);
  });

  it('takes a deleted order out and counts one less', () => {
    expect(withOrder(page, 'a', null)).toEqual({ items: [order('b')], total: 39, nextCursor: '7' });
  });

  it('does not set a row back that is newer already', () => {
    const newer = { items: [{ ...order('a', true), version: 3 }], total: 1, nextCursor: null };
    expect(withOrder(newer, 'a', { ...order('a'), version: 2 })).toBe(newer);
  });

  it('leaves a page alone that does not hold the order', () => {
    expect(withOrder(page, 'z', null)).toBe(page);
  });
});
