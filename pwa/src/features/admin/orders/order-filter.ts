import type { OrderQuery } from '@karigar/bff/contracts';

/** How many orders one page of the admin's list shows. */
export const ordersPerPage = 25;

/** What an admin has asked the order list for. Empty text means "any"; dates are local days, yyyy-mm-dd. */
export interface OrderFilter {
  search: string;
  status: '' | 'pending' | 'Shipped';
  paid: '' | 'true' | 'false';
  email: string;
  from: string;
  to: string;
}

export const noFilter: OrderFilter = { search: '', status: '', paid: '', email: '', from: '', to: '' };

const day = /^\d{4}-\d{2}-\d{2}$/;
const oneOf = <T extends string>(value: string | null, allowed: readonly T[]): T | '' =>
  allowed.find((candidate) => candidate === value) ?? '';

/** The filter that an address holds. Anything the list does not know is read as "any", so an old link still opens. */
export function readOrderFilter(params: URLSearchParams): OrderFilter {
  const dayOf = (name: string) => {
    const value = params.get(name) ?? '';
    return day.test(value) && !Number.isNaN(new Date(`${value}T00:00`).getTime()) ? value : '';
  };
  return {
    search: (params.get('search') ?? '').trim().slice(0, 120),
    status: oneOf(params.get('status'), ['pending', 'Shipped']),
    paid: oneOf(params.get('paid'), ['true', 'false']),
    email: (params.get('email') ?? '').trim().slice(0, 254),
    from: dayOf('from'),
    to: dayOf('to'),
  };
}

/** The address of a filter: only what narrows the list, always in the same order, so that equal lists have equal links. */
export function writeOrderFilter(filter: OrderFilter): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of ['search', 'status', 'paid', 'email', 'from', 'to'] as const) {
    if (filter[name] !== '') params.set(name, filter[name]);
  }
  return params;
}

/** True when the list is narrowed at all. */
export const isFiltered = (filter: OrderFilter): boolean => writeOrderFilter(filter).size > 0;

/**
 * The server's query for a filter: days become instants in the admin's own time zone, the last day included to its
 * last millisecond. Paging is added by the caller; the CSV export uses the query without it.
 */
export function orderQueryOf(filter: OrderFilter): OrderQuery {
  const query: OrderQuery = {};
  if (filter.search !== '') query.search = filter.search;
  if (filter.status !== '') query.status = filter.status;
  if (filter.paid !== '') query.paid = filter.paid;
  if (filter.email !== '') query.email = filter.email;
  if (filter.from !== '') query.from = new Date(`${filter.from}T00:00:00.000`).toISOString();
  if (filter.to !== '') query.to = new Date(`${filter.to}T23:59:59.999`).toISOString();
  return query;
}
