import type { Order } from '@karigar/bff/contracts';
import { useCallback } from 'react';
import { getOrders, type Page } from '../../../shared/api/calls.ts';
import { mayReplace } from '../../../shared/saved/order-rows.ts';
import { useServerData } from '../use-server-data.ts';
import { type OrderFilter, orderQueryOf, ordersPerPage, writeOrderFilter } from './order-filter.ts';

/**
 * Puts an order as it is now into a page of the list; a deleted one (null) leaves it. Other pages, and a row that is newer
 * already, stay as they are.
 */
export function withOrder(page: Page<Order>, orderId: string, order: Order | null): Page<Order> {
  const held = page.items.find((item) => item._id === orderId);
  if (held === undefined || (order !== null && !mayReplace(held, order))) return page;
  if (order === null) {
    return { ...page, items: page.items.filter((item) => item._id !== orderId), total: page.total - 1 };
  }
  return { ...page, items: page.items.map((item) => (item._id === orderId ? order : item)) };
}

/** One page of the filtered orders, read from the server; `replace` shows a newer state of one of them. */
export function useOrderList(filter: OrderFilter, cursor: string | null) {
  const key = `${writeOrderFilter(filter)}|${cursor ?? ''}`;
  const list = useServerData(key, (signal) =>
    getOrders(
      { ...orderQueryOf(filter), limit: ordersPerPage, ...(cursor === null ? {} : { cursor }) },
      signal,
    ),
  );
  const { patch } = list;
  const replace = useCallback(
    (orderId: string, order: Order | null) => patch((page) => withOrder(page, orderId, order)),
    [patch],
  );
  return { ...list, replace };
}
