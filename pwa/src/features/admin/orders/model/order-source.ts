import type { Order, OrderToShip, ParcelQuery } from '@karigar/bff/contracts';
import { getOrder, getOrders, getParcel, getParcels, type OrderPage } from '../../../../shared/api/calls.ts';
import { paths } from '../../../../shared/paths.ts';
import { isOldestFirst, type OrderFilter, orderQueryOf, ordersPerPage } from './order-filter.ts';

/** Where a page reads its orders: all of each, for admins, or without their money, for packers. What reads throws ApiProblem or NoAnswerError. */
export interface OrderSource<O> {
  /** The address of the list. */
  path: string;
  /** The address of one order beside the list, by its number. */
  pathOf: (number: string) => string;
  /** Reads one page of the list. */
  page: (filter: OrderFilter, cursor: string, signal: AbortSignal) => Promise<OrderPage<O>>;
  /** Reads one order by its id or number. */
  read: (reference: string) => Promise<O>;
  /** Reads what waits to be shipped, the oldest first. */
  toShip: () => Promise<{ items: O[] }>;
}

export const allOrders: OrderSource<Order> = {
  path: paths.manageOrders,
  pathOf: paths.managedOrder,
  page: (filter, cursor, signal) =>
    getOrders({ ...orderQueryOf(filter), limit: ordersPerPage, cursor }, signal),
  read: (reference) => getOrder(reference),
  toShip: () => getOrders({ status: 'pending', paid: 'true', oldest: 'true', limit: 1000 }),
};

export const parcels: OrderSource<OrderToShip> = {
  path: paths.parcels,
  pathOf: paths.parcel,
  async page(filter, cursor, signal) {
    const query: Partial<ParcelQuery> = {
      status: filter.tab === 'shipped' ? 'Shipped' : 'pending',
      ...(isOldestFirst(filter) && { oldest: 'true' }),
      ...(filter.find !== '' && { find: filter.find }),
      limit: ordersPerPage,
      cursor,
    };
    return { ...(await getParcels(query, signal)), found: null };
  },
  read: (reference) => getParcel(reference),
  toShip: () => getParcels({ oldest: 'true', limit: 1000 }),
};
