import { shopClock } from '@karigar/events';
import { describe, expect, it } from 'vitest';
import { listQuery } from './order-filter.ts';

describe('the filter of order lists', () => {
  it.each([
    [{}, ['unpaid', 'paid', 'shipped', 'refunded']],
    [{ paid: 'false' }, ['unpaid']],
    [{ paid: 'true' }, ['paid', 'shipped', 'refunded']],
    [{ paid: 'true', refunded: 'false' }, ['paid', 'shipped']],
    [{ refunded: 'true' }, ['refunded']],
    [{ status: 'pending' }, ['unpaid', 'paid']],
    [{ status: 'Shipped' }, ['shipped']],
    [{ status: 'pending', paid: 'true' }, ['paid']],
    [{ status: 'Shipped', paid: 'false' }, []],
  ] as const)('%o means the states %o', (query, states) => {
    expect(listQuery(query, undefined, 10, shopClock('UTC')).states).toEqual(states);
  });

  it.each([
    ['2026-12-01', '2026-12-01', '2026-11-30T18:00:00.000Z', '2026-12-01T18:00:00.000Z'],
    ['2026-12-01T00:00:00Z', '2026-12-01T23:59:59Z', '2026-12-01T00:00:00.000Z', '2026-12-01T23:59:59.001Z'],
  ])('from %s to %s is from %s until %s in Dhaka', (first, last, begin, end) => {
    const { from = 0, to = 0 } = listQuery({ from: first, to: last }, undefined, 10, shopClock('Asia/Dhaka'));
    expect([from, to].map((ms) => new Date(ms).toISOString())).toEqual([begin, end]);
  });
});
