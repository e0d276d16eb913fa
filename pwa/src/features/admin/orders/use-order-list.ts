import type { Order } from '@karigar/bff/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { getOrder, getOrders, type OrderPage } from '../../../shared/api/calls.ts';
import { hasCode } from '../../../shared/api/failure.ts';
import { mayReplace } from '../../../shared/saved/order-rows.ts';
import { useServerData } from '../use-server-data.ts';
import { useThrottled } from '../use-throttled.ts';
import { type OrderFilter, orderQueryOf, ordersPerPage, writeOrderFilter } from './order-filter.ts';

/** A page of orders as it stands on the screen: what was deleted since (ids) keeps its row. */
export interface ShownPage extends OrderPage {
  gone: ReadonlySet<string>;
}

/**
 * Puts an order as it is now into its row; a deleted one (null) keeps the row and is marked. No row comes or goes. Other pages, and a row
 * that is newer already than when the shop was asked (`asked`, its version then), stay as they are.
 */
export function withOrder(page: ShownPage, orderId: string, order: Order | null, asked?: number): ShownPage {
  const held = page.items.find((item) => item._id === orderId);
  if (held === undefined || (order !== null && !mayReplace(held, order, asked))) return page;
  if (order === null) return { ...page, gone: new Set(page.gone).add(orderId) };
  return { ...page, items: page.items.map((item) => (item._id === orderId ? order : item)) };
}

/** The versions of the rows that are shown, by id. */
type Versions = ReadonlyMap<string, number>;

/** Puts what a later reading of the same page says into the rows that are shown, and its count; `asked`: the rows when it was asked for. */
export const withReading = (page: ShownPage, later: OrderPage, asked: Versions): ShownPage => ({
  ...later.items.reduce((shown, order) => withOrder(shown, order._id, order, asked.get(order._id)), page),
  total: later.total,
});

/**
 * One page of the filtered orders, whose rows stay where they are: `replace` shows a newer state of one, `heard` looks whether the page
 * would now hold others, of which `newcomers` counts those that there was news of. `reload` shows them, `look` only counts.
 */
export function useOrderList(filter: OrderFilter, cursor: string | null) {
  const query = { ...orderQueryOf(filter), limit: ordersPerPage, ...(cursor === null ? {} : { cursor }) };
  const key = `${writeOrderFilter(filter)}|${cursor ?? ''}`;
  const list = useServerData<ShownPage>(key, async (signal) => ({
    ...(await getOrders(query, signal)),
    gone: new Set(),
  }));
  const { patch, reload: read, data, loading, stale } = list;

  /** Orders of which there was news since this page was read; `all`: there may have been news that nobody told. */
  const news = useRef({ ids: new Set<string>(), all: false });
  const [later, setLater] = useState<{ key: string; ids: string[] }>({ key, ids: [] });
  const forget = useCallback(() => {
    news.current = { ids: new Set(), all: false };
    setLater({ key, ids: [] });
  }, [key]);
  useEffect(forget, [forget]);
  const reload = useCallback(() => {
    forget();
    read();
  }, [forget, read]);

  const current = useRef(key);
  useEffect(() => {
    current.current = key;
  });
  /** Reads rows that the page would not hold any more: what became of them nobody has told. */
  const readAgain = async (orderIds: readonly string[], asked: Versions) => {
    for (const orderId of orderIds) {
      const order = await getOrder(orderId).catch((error: unknown) =>
        hasCode(error, 'ORDER_NOT_FOUND', 'ORDER_GONE') ? null : undefined,
      );
      if (order !== undefined) patch((shown) => withOrder(shown, orderId, order, asked.get(orderId)));
    }
  };
  const look = async () => {
    const asked: Versions = new Map(data?.items.map(({ _id, version }) => [_id, version]));
    try {
      const page = await getOrders(query);
      if (current.current !== key) return;
      patch((shown) => withReading(shown, page, asked));
      const { ids, all } = news.current;
      const held = page.items.map(({ _id }) => _id);
      if (all) {
        news.current.all = false;
        for (const id of held) ids.add(id);
        void readAgain(
          [...asked.keys()].filter((id) => !held.includes(id)),
          asked,
        );
      }
      setLater({ key, ids: held.filter((id) => ids.has(id)) });
    } catch {
      // The rows that are shown stay; the next news looks again.
    }
  };
  const lookSoon = useThrottled(() => {
    // A page that is on its way is waited for: it holds the news, or the next look finds it.
    if (loading) return lookSoon();
    void look();
  }, 800);
  const heard = useCallback(
    (orderId: string | null) => {
      if (orderId === null) news.current.all = true;
      else news.current.ids.add(orderId);
      lookSoon();
    },
    [lookSoon],
  );
  const replace = useCallback(
    (orderId: string, order: Order | null) => patch((page) => withOrder(page, orderId, order)),
    [patch],
  );

  const shown = new Set(data?.items.map(({ _id }) => _id));
  const newcomers =
    later.key !== key || stale || loading ? 0 : later.ids.filter((id) => !shown.has(id)).length;
  // Nothing is pushed away where there is nothing.
  const isEmpty = data?.items.length === 0;
  useEffect(() => {
    if (isEmpty && newcomers > 0) reload();
  }, [isEmpty, newcomers, reload]);
  return { ...list, key, reload, replace, heard, look: lookSoon, newcomers };
}
