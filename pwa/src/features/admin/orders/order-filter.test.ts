import { describe, expect, it } from 'vitest';
import { isFiltered, noFilter, orderQueryOf, readOrderFilter, writeOrderFilter } from './order-filter.ts';

describe('the order filter and its address', () => {
  it('comes back unchanged from its own address', () => {
    const filter = {
      search: 'হাতুড়ি & co',
      status: 'pending',
      paid: 'true',
      email: 'a+b@x.com',
      from: '2026-01-02',
      to: '2026-01-31',
    } as const;
    expect(readOrderFilter(new URLSearchParams(writeOrderFilter(filter).toString()))).toEqual(filter);
  });

  it('leaves the address clean when nothing is asked for', () => {
    expect(writeOrderFilter(noFilter).toString()).toBe('');
    expect(isFiltered(noFilter)).toBe(false);
    expect(isFiltered({ ...noFilter, paid: 'false' })).toBe(true);
  });

  it('reads words it does not know as any', () => {
    const params = new URLSearchParams(
      'status=lost&paid=maybe&from=yesterday&to=2026-99-99&search=%20saw%20',
    );
    expect(readOrderFilter(params)).toEqual({ ...noFilter, search: 'saw' });
  });

  it('asks the server for whole days in the local time zone', () => {
    const { from, to } = orderQueryOf({ ...noFilter, from: '2026-03-01', to: '2026-03-01' });
    expect(new Date(from ?? '')).toEqual(new Date(2026, 2, 1, 0, 0, 0, 0));
    expect(new Date(to ?? '')).toEqual(new Date(2026, 2, 1, 23, 59, 59, 999));
  });

  it('sends only what narrows the list', () => {
    expect(orderQueryOf({ ...noFilter, status: 'Shipped' })).toEqual({ status: 'Shipped' });
  });
});
