import type { OrderQuery, Stats } from '@karigar/bff/contracts';
import { readNumber } from '@karigar/bff/order-number';
import { longest, plainCode } from '@karigar/bff/written-text';

/** How many orders one page of a list shows: a morning's parcels, and the most that the shop ships with one call. */
export const ordersPerPage = 100;

/** The name of a part of the list. */
export type Tab = 'decide' | 'ship' | 'unpaid' | 'shipped' | 'asked' | 'all';
/** One part of the list. */
interface TabRules {
  label: string;
  /** What the number of its orders is followed by. */
  counted: string;
  /** What it says when it is empty. */
  empty: string;
  /** Which of the shop's counts add up to its number. */
  counts: readonly (keyof Stats['orders'])[];
  query: OrderQuery;
  /** True where the shop can neither search nor sort. */
  fixed?: boolean;
}
/** The parts of the list; the page opens with what waits to be shipped. */
export const tabs: Readonly<Record<Tab, TabRules>> = {
  decide: {
    label: 'Needs a decision',
    counted: 'need a decision',
    empty: 'Nothing needs a decision.',
    counts: ['attention'],
    query: { attention: 'true' },
    fixed: true,
  },
  ship: {
    label: 'To ship',
    counted: 'to ship',
    empty: 'Nothing to ship. New paid orders appear here automatically.',
    counts: ['paid'],
    query: { status: 'pending', paid: 'true' },
  },
  unpaid: {
    label: 'Unpaid',
    counted: 'unpaid',
    empty: 'No unpaid orders.',
    counts: ['unpaid'],
    query: { paid: 'false' },
  },
  shipped: {
    label: 'Shipped',
    counted: 'shipped',
    empty: 'No shipped orders yet.',
    counts: ['shipped'],
    query: { status: 'Shipped' },
  },
  asked: {
    label: 'Cancel requests',
    counted: 'with a cancellation request',
    empty: 'No cancellation requests.',
    counts: ['cancelAsked'],
    query: { asked: 'true' },
    fixed: true,
  },
  all: {
    label: 'All',
    counted: 'in total',
    empty: 'No orders yet. New orders appear here automatically.',
    counts: ['unpaid', 'paid', 'shipped', 'refunded'],
    query: {},
  },
};
/** Their names, in the order of the screen. */
export const tabNames = Object.keys(tabs) as Tab[];

/** What an admin has asked the order list for. Empty text means "any"; dates are days of the shop, yyyy-mm-dd. */
export interface OrderFilter {
  tab: Tab;
  /** The words of the search box. */
  find: string;
  /** How the words are read, where they fit more than one thing. */
  in: '' | 'tool';
  refunded: '' | 'true' | 'false';
  from: string;
  to: string;
  /** By the time of the order; '' as its tab opens. */
  sort: '' | 'oldest' | 'newest';
}

export const noFilter: OrderFilter = {
  tab: 'ship',
  find: '',
  in: '',
  refunded: '',
  from: '',
  to: '',
  sort: '',
};

const filterNames = Object.keys(noFilter) as (keyof OrderFilter)[];

/** Whether a tab can be searched and sorted: the others the shop knows by what is asked of it only. */
export const isSearchable = (tab: Tab): boolean => !tabs[tab].fixed;

const day = /^\d{4}-\d{2}-\d{2}$/;
const oneOf = <T extends string>(value: string | null, allowed: readonly T[]): T | '' =>
  allowed.find((candidate) => candidate === value) ?? '';

/**
 * The filter that an address holds, for a list with these parts. Anything the list does not know is read as "any", so an old link still
 * opens.
 */
export function readOrderFilter(params: URLSearchParams, parts: readonly Tab[] = tabNames): OrderFilter {
  const dayOf = (name: string) => {
    const value = params.get(name) ?? '';
    return day.test(value) && !Number.isNaN(Date.parse(value)) ? value : '';
  };
  const tab = oneOf(params.get('tab'), parts) || noFilter.tab;
  const find = isSearchable(tab) ? plainCode(params.get('find') ?? '').slice(0, longest.search) : '';
  return {
    tab,
    find,
    in: find === '' ? '' : oneOf(params.get('in'), ['tool']),
    refunded: tab === 'all' ? oneOf(params.get('refunded'), ['true', 'false']) : '',
    from: dayOf('from'),
    to: dayOf('to'),
    sort: isSearchable(tab) ? oneOf(params.get('sort'), ['oldest', 'newest']) : '',
  };
}

/** The address of a filter: only what differs from the list as it opens, always in the same order, so that equal lists have equal links. */
export function writeOrderFilter(filter: OrderFilter): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of filterNames) if (filter[name] !== noFilter[name]) params.set(name, filter[name]);
  return params;
}

/** The tab of a filter, with nothing else that narrows the list. */
export const cleared = ({ tab, sort }: OrderFilter): OrderFilter => ({ ...noFilter, tab, sort });

/** True when something besides its tab narrows the list. */
export const isFiltered = (filter: OrderFilter): boolean =>
  `${writeOrderFilter(filter)}` !== `${writeOrderFilter(cleared(filter))}`;

/** The same filter in another tab, sorted as that tab opens, without what it cannot be narrowed by. */
export const inTab = (filter: OrderFilter, tab: Tab): OrderFilter =>
  readOrderFilter(writeOrderFilter({ ...filter, tab, sort: '' }));

/**
 * The filter that searches for words. The number of an order names one, whatever became of it, so all orders are searched for it; so they
 * are from a tab that cannot be searched.
 */
export function searchFor(filter: OrderFilter, words: string): OrderFilter {
  const find = plainCode(words);
  const leavesTab = find !== '' && (!isSearchable(filter.tab) || readNumber(find) !== null);
  return { ...filter, find, in: '', tab: leavesTab ? 'all' : filter.tab };
}

/** Whether the order that has waited longest is the first. */
export const isOldestFirst = ({ tab, sort }: OrderFilter): boolean =>
  sort === 'oldest' || (sort === '' && tab === 'ship');

/**
 * The server's query for a filter; the server knows when a day of the shop begins. Paging is added by the caller; the CSV export uses the query
 * without it.
 */
export function orderQueryOf(filter: OrderFilter): OrderQuery {
  const { tab, sort: _, ...narrowing } = filter;
  return {
    ...tabs[tab].query,
    ...(isOldestFirst(filter) && { oldest: 'true' }),
    ...Object.fromEntries(Object.entries(narrowing).filter(([, value]) => value !== '')),
  };
}
