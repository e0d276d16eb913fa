import { describe, expect, it } from 'vitest';
import { statesFor } from './order-filter.ts';

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
    expect(statesFor(query)).toEqual(states);
  });
});
