import type { OrderQuery } from '@karigar/bff/contracts';
import { readNumber } from '@karigar/bff/order-number';
import { longest, plainCode } from '@karigar/bff/written-text';

/** How many orders one page of the admin's list shows: a morning's parcels. */
export const ordersPerPage = 100;

/** The parts of the list; the page opens with what waits to be shipped. */
export const tabs = ['decide', 'ship', 'unpaid', 'shipped', 'asked', 'all'] as const;
export type Tab = (typeof tabs)[number];

/** What an admin has asked the order list for. Empty text means "any"; dates are days of the shop, yyyy-mm-dd. */
export interface OrderFilter {
  tab: Tab;
  /** The words of the search box. */
  find: string;
  /** How the words are read, where they fit more than one thing. */
  in: '' | 'customer' | 'tool';
  refunded: '' | 'true' | 'false';
  from: string;
  to: string;
}

export const noFilter: OrderFilter = { tab: 'ship', find: '', in: '', refunded: '', from: '', to: '' };

/** These cannot be searched: the shop knows them by what is asked of it, not by whom or what they are about. */
const isUnsearchable = (tab: Tab): boolean => tab === 'decide' || tab === 'asked';

const day = /^\d{4}-\d{2}-\d{2}$/;
const oneOf = <T extends string>(value: string | null, allowed: readonly T[]): T | '' =>
  allowed.find((candidate) => candidate === value) ?? '';

/** The filter that an address holds. Anything the list does not know is read as "any", so an old link still opens. */
export function readOrderFilter(params: URLSearchParams): OrderFilter {
  const dayOf = (name: string) => {
    const value = params.get(name) ?? '';
    return day.test(value) && !Number.isNaN(Date.parse(value)) ? value : '';
  };
  const tab = oneOf(params.get('tab'), tabs) || noFilter.tab;
  const find = isUnsearchable(tab) ? '' : plainCode(params.get('find') ?? '').slice(0, longest.search);
  return {
    tab,
    find,
    in: find === '' ? '' : oneOf(params.get('in'), ['customer', 'tool']),
    refunded: tab === 'all' ? oneOf(params.get('refunded'), ['true', 'false']) : '',
    from: dayOf('from'),
    to: dayOf('to'),
  };
}

/** The address of a filter: only what differs from the list as it opens, always in the same order, so that equal lists have equal links. */
export function writeOrderFilter(filter: OrderFilter): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of ['tab', 'find', 'in', 'refunded', 'from', 'to'] as const) {
    if (filter[name] !== noFilter[name]) params.set(name, filter[name]);
  }
  return params;
}

/** True when something besides its tab narrows the list. */
export const isFiltered = ({ tab, ...rest }: OrderFilter): boolean =>
  writeOrderFilter({ ...rest, tab: noFilter.tab }).size > 0;

/** The same filter in another tab, without what that tab cannot be narrowed by. */
export const inTab = (filter: OrderFilter, tab: Tab): OrderFilter =>
  readOrderFilter(writeOrderFilter({ ...filter, tab }));

/**
 * The filter that searches for words. The number of an order names one, whatever became of it, so all orders are searched for it; so they
 * are from a tab that cannot be searched.
 */
export function searchFor(filter: OrderFilter, words: string): OrderFilter {
  const find = plainCode(words);
  const leavesTab = find !== '' && (isUnsearchable(filter.tab) || readNumber(find) !== null);
  return { ...filter, find, in: '', tab: leavesTab ? 'all' : filter.tab };
}

const ofTab: Readonly<Record<Tab, OrderQuery>> = {
  decide: { attention: 'true' },
  // Who has waited longest is served first.
  ship: { status: 'pending', paid: 'true', oldest: 'true' },
  unpaid: { paid: 'false' },
  shipped: { status: 'Shipped' },
  asked: { asked: 'true' },
  all: {},
};

/**
 * The server's query for a filter; the server knows when a day of the shop begins. Paging is added by the caller; the CSV export uses the query
 * without it.
 */
export function orderQueryOf(filter: OrderFilter): OrderQuery {
  const query: OrderQuery = { ...ofTab[filter.tab] };
  if (filter.find !== '') query.find = filter.find;
  if (filter.in !== '') query.in = filter.in;
  if (filter.refunded !== '') query.refunded = filter.refunded;
  if (filter.from !== '') query.from = filter.from;
  if (filter.to !== '') query.to = filter.to;
  return query;
}
