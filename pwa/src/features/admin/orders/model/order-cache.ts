import { type QueryFunctionContext, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { OrderPage } from '../../../../shared/api/calls.ts';
import { mayReplace } from '../../../../shared/saved/order-rows.ts';
import { orNull } from '../../../../shared/writes/find-order.ts';
import type { Desk } from './desk.ts';
import type { ShownOrder } from './order.ts';
import { type OrderFilter, orderQueryOf, ordersPerPage } from './order-filter.ts';

type Page = OrderPage<ShownOrder>;

/** Orders as they stand on the screen: none comes or goes until the list is opened anew. */
export interface ShownOrders extends Page {
  /** Ids of orders that were deleted since: their rows stay, marked. */
  gone: ReadonlySet<string>;
  /** True when news may have been missed: the next reading looks at every row. */
  missed: boolean;
  /** How many orders a list that is opened anew would show besides. */
  newcomers: number;
}

/** A page as it is first shown. */
export const shownOrders = (page: Page): ShownOrders => ({
  ...page,
  gone: new Set(),
  missed: false,
  newcomers: 0,
});

/**
 * Puts a newer state of an order into its row, or marks the row of a deleted one (null). A row that is newer already stays, unless it is
 * as old as when the shop was asked (`asked`, its version then).
 */
export function withOrder(
  page: ShownOrders,
  orderId: string,
  order: ShownOrder | null,
  asked?: number,
): ShownOrders {
  const held = page.items.find(({ _id }) => _id === orderId);
  if (held === undefined || (order !== null && !mayReplace(held, order, asked))) return page;
  if (order === null) return { ...page, gone: new Set(page.gone).add(orderId) };
  return { ...page, items: page.items.map((item) => (item === held ? order : item)) };
}

/**
 * Puts a later reading of the same page into the rows that are shown. `asked`: the rows when the shop was asked; `alone`: what was read of
 * rows that are not in the reading.
 */
export function withReading(
  page: ShownOrders,
  later: Page,
  asked: readonly Pick<ShownOrder, '_id' | 'version'>[],
  alone: ReadonlyMap<string, ShownOrder | null> = new Map(),
): ShownOrders {
  const isShown = (order: ShownOrder) => page.items.some(({ _id }) => _id === order._id);
  // What follows the last shown row has moved up from the next page.
  const end = page.nextCursor === null ? later.items.length : later.items.findLastIndex(isShown) + 1;
  const states = [...later.items.map((order) => [order._id, order] as const), ...alone];
  const rows = states.reduce(
    (all, [id, order]) => withOrder(all, id, order, asked.find(({ _id }) => _id === id)?.version),
    page,
  );
  const newcomers = later.items.slice(0, end).filter((order) => !isShown(order)).length;
  return { ...rows, total: later.total, missed: false, newcomers };
}

const shownKey = ['orders', 'shown'];
/** The key of orders that are on the screen; live news and changes reach them by it. */
export const keyOfShown = (...question: unknown[]) => [...shownKey, ...question];

/** Makes a query function that reads orders with `read` and leaves the rows in their place when they are shown already. */
export const readShown =
  (desk: Desk, read: (signal: AbortSignal) => Promise<Page>) =>
  async ({ client, queryKey, signal }: QueryFunctionContext): Promise<ShownOrders> => {
    const shown = () => client.getQueryData<ShownOrders>(queryKey);
    const { items: asked = [], missed = false } = shown() ?? {};
    const later = await read(signal);
    const alone = new Map<string, ShownOrder | null>();
    // No news says what became of rows that left the page: each is read by itself.
    for (const { _id } of missed ? asked : []) {
      if (later.items.some((order) => order._id === _id)) continue;
      const order = await orNull(desk.read(_id)).catch(() => undefined);
      if (order !== undefined) alone.set(_id, order);
    }
    // Live news may have changed the rows while the shop was asked.
    const now = shown();
    return now === undefined || now.items.length === 0
      ? shownOrders(later)
      : withReading(now, later, asked, alone);
  };

/** One page of the filtered orders. `reopen` reads it anew, with the newcomers. */
export function useOrderList(desk: Desk, filter: OrderFilter, cursor: string) {
  const [opening, setOpening] = useState(0);
  const query = { ...orderQueryOf(filter), limit: ordersPerPage, cursor };
  const list = useQuery({
    queryKey: keyOfShown(desk.path, query, opening),
    queryFn: readShown(desk, (signal) => desk.list(query, signal)),
  });
  return { list, reopen: () => setOpening(opening + 1) };
}

/** How long (ms) after a change the orders are read again: a busy shop must not have them read for each of its orders. */
const pause = 800;

/** The orders that are shown, for code that changes them. */
export type OrderCache = ReturnType<typeof useOrderCache>;

/** Opens the query cache for changes of a desk's orders. */
export function useOrderCache({ read }: Desk) {
  const client = useQueryClient();
  return useMemo(() => {
    let isPlanned = false;
    const readSoon = () => {
      if (isPlanned) return;
      isPlanned = true;
      setTimeout(() => {
        isPlanned = false;
        // Waits for a running query: in a busy shop over a slow line, one that is restarted at each change would never end.
        if (client.isFetching({ queryKey: ['orders'] }) > 0) readSoon();
        else void client.invalidateQueries({ queryKey: ['orders'] });
      }, pause);
    };
    const change = (next: (page: ShownOrders) => ShownOrders) =>
      client.setQueriesData<ShownOrders>({ queryKey: shownKey }, (page) => page && next(page));
    const put = (orderId: string, order: ShownOrder | null): void =>
      void change((page) => withOrder(page, orderId, order));
    return {
      /** Shows the new state of an order; null: it was deleted. */
      put,
      /** Reads one order (id) again. */
      async refresh(orderId: string): Promise<void> {
        const now = await orNull(read(orderId)).catch(() => undefined);
        if (now !== undefined) put(orderId, now);
      },
      /** Notes that news may have been missed. */
      miss() {
        change((page) => ({ ...page, missed: true }));
        readSoon();
      },
      /** Reads orders and figures again, soon. */
      readSoon,
    };
  }, [client, read]);
}
