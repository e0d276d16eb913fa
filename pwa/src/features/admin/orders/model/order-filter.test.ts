import { describe, expect, it } from 'vitest';
import {
  inTab,
  isFiltered,
  noFilter,
  orderQueryOf,
  readOrderFilter,
  searchFor,
  writeOrderFilter,
} from './order-filter.ts';

describe('the order filter and its address', () => {
  it('comes back unchanged from its own address', () => {
    const filter = {
      tab: 'all',
      find: 'হাতুড়ি & co',
      in: 'tool',
      refunded: 'false',
      from: '2026-01-02',
      to: '2026-01-31',
      sort: 'oldest',
    } as const;
    expect(readOrderFilter(new URLSearchParams(writeOrderFilter(filter).toString()))).toEqual(filter);
  });

  it('opens with what waits to be shipped, at a clean address', () => {
    expect(readOrderFilter(new URLSearchParams())).toEqual(noFilter);
    expect(writeOrderFilter(noFilter).toString()).toBe('');
    expect(isFiltered({ ...noFilter, tab: 'all' })).toBe(false);
    expect(isFiltered({ ...noFilter, find: 'saw' })).toBe(true);
  });

  it('reads words it does not know as any', () => {
    const params = new URLSearchParams(
      'tab=lost&in=shop&refunded=half&from=yesterday&to=2026-99-99&find=%20saw',
    );
    expect(readOrderFilter(params)).toEqual({ ...noFilter, find: 'saw' });
  });

  it('leaves out what a tab cannot be narrowed by', () => {
    const filter = { ...noFilter, tab: 'all', find: 'saw', refunded: 'true', from: '2026-01-02' } as const;
    expect(inTab(filter, 'shipped')).toEqual({ ...filter, tab: 'shipped', refunded: '' });
    expect(inTab(filter, 'asked')).toEqual({ ...noFilter, tab: 'asked', from: '2026-01-02' });
  });
});

describe('searching', () => {
  it('stays in its tab for a customer or a tool', () => {
    expect(searchFor({ ...noFilter, in: 'tool' }, ' saw ')).toEqual({ ...noFilter, find: 'saw' });
  });

  it.each(['K-180', 'k180', '#180'])('looks for %s among all orders', (number) => {
    expect(searchFor(noFilter, number)).toEqual({ ...noFilter, tab: 'all', find: number });
  });

  it('leaves a tab that cannot be searched, and stays there without words', () => {
    expect(searchFor({ ...noFilter, tab: 'asked' }, 'saw').tab).toBe('all');
    expect(searchFor({ ...noFilter, tab: 'decide' }, 'saw').tab).toBe('all');
    expect(searchFor({ ...noFilter, tab: 'asked' }, '').tab).toBe('asked');
  });
});

describe('the question to the shop', () => {
  it('is for whole days, wherever the admin is', () => {
    const days = { from: '2026-03-01', to: '2026-03-01' };
    expect(orderQueryOf({ ...noFilter, ...days })).toMatchObject(days);
  });

  it.each([
    ['decide', { attention: 'true' }],
    ['ship', { status: 'pending', paid: 'true', oldest: 'true' }],
    ['unpaid', { paid: 'false' }],
    ['shipped', { status: 'Shipped' }],
    ['asked', { asked: 'true' }],
    ['all', {}],
  ] as const)('of the tab %s is %j', (tab, query) => {
    expect(orderQueryOf({ ...noFilter, tab })).toEqual(query);
  });

  it('holds only what narrows the list', () => {
    const filter = { ...noFilter, tab: 'all', find: 'saw', in: 'tool', refunded: 'true' } as const;
    expect(orderQueryOf(filter)).toEqual({ find: 'saw', in: 'tool', refunded: 'true' });
  });
});

it('keeps the order of the list in the address, which another tab opens as it is used to', () => {
  const filter = readOrderFilter(new URLSearchParams('tab=shipped&sort=oldest'));
  expect(orderQueryOf(filter).oldest).toBe('true');
  expect(isFiltered(filter)).toBe(false);
  expect(`${writeOrderFilter(filter)}`).toBe('tab=shipped&sort=oldest');
  expect(orderQueryOf(inTab(filter, 'unpaid')).oldest).toBeUndefined();
  expect(orderQueryOf({ ...inTab(filter, 'ship'), sort: 'newest' }).oldest).toBeUndefined();
});
