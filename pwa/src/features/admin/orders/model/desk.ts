import type { OrderQuery, Stats } from '@karigar/bff/contracts';
import {
  getOrder,
  getOrders,
  getParcel,
  getParcels,
  getStats,
  type OrderPage,
} from '../../../../shared/api/calls.ts';
import { paths } from '../../../../shared/paths.ts';
import { fromParcel, type ShownOrder } from './order.ts';
import { ordersPerPage, type Tab, tabNames } from './order-filter.ts';

/** The shop's figures, of which a packer gets two counts. */
export type DeskStats = Partial<Omit<Stats, 'orders'>> & { orders: Partial<Stats['orders']> };

/** Where somebody works with orders: admins with all of each, packers without their money. What reads throws ApiProblem or NoAnswerError. */
export interface Desk {
  title: string;
  /** The address of the list, and of one order beside it, by its number. */
  path: string;
  pathOf: (number: string) => string;
  tabs: readonly Tab[];
  /** The heads of the columns for the customer and for the figure beside it. */
  heads: readonly [string, string];
  list: (query: OrderQuery, signal?: AbortSignal) => Promise<OrderPage<ShownOrder>>;
  /** Reads one order by its id or number. */
  read: (reference: string) => Promise<ShownOrder>;
  stats: { queryKey: string[]; queryFn: () => Promise<DeskStats> };
}

/** The shop's figures, read again with the orders. */
export const statsQuery = { queryKey: ['orders', 'stats'], queryFn: () => getStats() };

export const adminsDesk: Desk = {
  title: 'Manage All Orders',
  path: paths.manageOrders,
  pathOf: paths.managedOrder,
  tabs: tabNames,
  heads: ['User email', 'Total price'],
  list: (query, signal) => getOrders(query, signal),
  read: (reference) => getOrder(reference),
  stats: statsQuery,
};

export const packersDesk: Desk = {
  title: 'Ship Orders',
  path: paths.parcels,
  pathOf: paths.parcel,
  tabs: ['ship', 'shipped'],
  heads: ['Deliver to', 'Zip code'],
  async list({ status = 'pending', limit = ordersPerPage, oldest, find, cursor }, signal) {
    const page = await getParcels({ status, oldest, find, limit, cursor }, signal);
    return { ...page, items: page.items.map(fromParcel), found: null };
  },
  read: async (reference) => fromParcel(await getParcel(reference)),
  stats: {
    queryKey: ['orders', 'parcel-counts'],
    async queryFn() {
      const count = async (status: 'pending' | 'Shipped') => (await getParcels({ status, limit: 1 })).total;
      const [paid, shipped] = await Promise.all([count('pending'), count('Shipped')]);
      return { orders: { paid, shipped } };
    },
  },
};
