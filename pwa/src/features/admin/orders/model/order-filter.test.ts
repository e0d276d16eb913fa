import { describe, expect, it } from 'vitest';
import {
  inTab,
  isFiltered,
  noFilter,
  type OrderFilter,
  orderQueryOf,
  readOrderFilter,
  searchFor,
  writeOrderFilter,
} from './order-filter.ts';

const read = (address: string) => readOrderFilter(new URLSearchParams(address));
const full: OrderFilter = {
  tab: 'all',
  find: 'হাতুড়ি & co',
  in: 'tool',
  refunded: 'false',
  from: '2026-01-02',
  to: '2026-01-31',
  sort: 'oldest',
};

describe('the order filter and its address', () => {
  it('comes back unchanged from its own address; what waits to be shipped has a clean one', () => {
    for (const filter of [full, noFilter]) expect(read(`${writeOrderFilter(filter)}`)).toEqual(filter);
    expect(`${writeOrderFilter(noFilter)}`).toBe('');
  });

  it.each([
    [{ tab: 'all' }, false],
    [{ tab: 'shipped', sort: 'oldest' }, false],
    [{ find: 'saw' }, true],
  ] as const)('%j is filtered: %s', (filter, is) => {
    expect(isFiltered({ ...noFilter, ...filter })).toBe(is);
  });

  it('reads words it does not know as any', () => {
    const words = 'tab=lost&in=shop&refunded=half&from=yesterday&to=2026-99-99&find=%20saw';
    expect(read(words)).toEqual({ ...noFilter, find: 'saw' });
  });

  it('opens another tab as it is used to, without what it cannot be narrowed by', () => {
    expect(inTab(full, 'shipped')).toEqual({ ...full, tab: 'shipped', refunded: '', sort: '' });
    expect(inTab(full, 'asked')).toEqual({ ...noFilter, tab: 'asked', from: full.from, to: full.to });
  });
});

describe('searching', () => {
  it.each([
    ['stays in its tab for a customer or a tool', 'ship', ' saw ', 'ship'],
    ['looks for a number among all orders', 'ship', 'K-180', 'all'],
    ['also as k180', 'ship', 'k180', 'all'],
    ['also as #180', 'ship', '#180', 'all'],
    ['leaves a tab that cannot be searched', 'asked', 'saw', 'all'],
    ['also what needs a decision', 'decide', 'saw', 'all'],
    ['stays there without words', 'asked', '', 'asked'],
  ] as const)('%s', (_, tab, words, then) => {
    const found = searchFor({ ...noFilter, tab, in: 'tool' }, words);
    expect(found).toEqual({ ...noFilter, tab: then, find: words.trim() });
  });
});

describe('the question to the shop', () => {
  it.each([
    [{ tab: 'decide' }, { attention: 'true' }],
    [{ tab: 'ship' }, { status: 'pending', paid: 'true', oldest: 'true' }],
    [
      { tab: 'ship', sort: 'newest' },
      { status: 'pending', paid: 'true' },
    ],
    [{ tab: 'unpaid' }, { paid: 'false' }],
    [{ tab: 'shipped' }, { status: 'Shipped' }],
    [{ tab: 'asked' }, { asked: 'true' }],
    [{ tab: 'all' }, {}],
    [full, { find: full.find, in: 'tool', refunded: 'false', from: full.from, to: full.to, oldest: 'true' }],
  ] as const)('of %j is %j', (filter, query) => {
    expect(orderQueryOf({ ...noFilter, ...filter })).toEqual(query);
  });
});
