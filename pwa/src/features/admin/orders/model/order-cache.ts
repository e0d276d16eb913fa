import type { Order } from '@karigar/bff/contracts';
import { type QueryFunctionContext, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { getStats, type OrderPage } from '../../../../shared/api/calls.ts';
import { mayReplace } from '../../../../shared/saved/order-rows.ts';
import { orNull } from '../../../../shared/writes/find-order.ts';
import type { OrderFilter } from './order-filter.ts';
import type { OrderSource } from './order-source.ts';
import type { AnyOrder } from './order-words.ts';

/** Orders as they stand on the screen: none comes or goes until the list is opened anew. */
export interface ShownOrders<O = Order> extends OrderPage<O> {
  /** Ids of orders that were deleted since: their rows stay, marked. */
  gone: ReadonlySet<string>;
  /** True when news may have been missed: the next reading looks at every row. */
  missed: boolean;
  /** How many orders a list that is opened anew would show besides. */
  newcomers: number;
}

/** A page as it is first shown. */
export const shownOrders = <O>(page: OrderPage<O>): ShownOrders<O> => ({
  ...page,
  gone: new Set(),
  missed: false,
  newcomers: 0,
});

/**
 * Puts a newer state of an order into its row, or marks the row of a deleted one (null). A row that is newer already stays, unless it is
 * as old as when the shop was asked (`asked`, its version then).
 */
export function withOrder<O extends AnyOrder>(
  page: ShownOrders<O>,
  orderId: string,
  order: O | null,
  asked?: number,
): ShownOrders<O> {
  const held = page.items.find((item) => item._id === orderId);
  if (held === undefined || (order !== null && !mayReplace(held, order, asked))) return page;
  if (order === null) return { ...page, gone: new Set(page.gone).add(orderId) };
  return { ...page, items: page.items.map((item) => (item._id === orderId ? order : item)) };
}

/** The versions of the rows that are shown, by id. */
type Versions = ReadonlyMap<string, number>;

/** Puts a later reading of the same page into the rows that are shown; `asked`: their versions when the shop was asked. */
export function withReading<O extends AnyOrder>(
  page: ShownOrders<O>,
  later: OrderPage<O>,
  asked: Versions,
): ShownOrders<O> {
  const shown = new Set(page.items.map(({ _id }) => _id));
  // What follows the last shown row has moved up from the next page.
  const end =
    page.nextCursor === null ? later.items.length : later.items.findLastIndex(({ _id }) => shown.has(_id));
  const coming = later.items.slice(0, Math.max(end, 0)).filter(({ _id }) => !shown.has(_id));
  const rows = later.items.reduce(
    (all, order) => withOrder(all, order._id, order, asked.get(order._id)),
    page,
  );
  return {
    ...rows,
    total: later.total,
    missed: false,
    newcomers: coming.length,
  };
}

const shownKey = ['orders', 'shown'];
/** The key of orders that are on the screen; live news and changes reach them by it. */
export const keyOfShown = (...question: unknown[]) => [...shownKey, ...question];

/**
 * Makes a query function that reads orders with `read` and leaves the rows in their place when they are shown already. `source` reads one by
 * itself.
 */
export const readShown =
  <O extends AnyOrder>(
    source: Pick<OrderSource<O>, 'read'>,
    read: (signal: AbortSignal) => Promise<OrderPage<O>>,
  ) =>
  async ({ client, queryKey, signal }: QueryFunctionContext): Promise<ShownOrders<O>> => {
    const before = client.getQueryData<ShownOrders<O>>(queryKey);
    const later = await read(signal);
    const asked: Versions = new Map(before?.items.map(({ _id, version }) => [_id, version]));
    const alone = new Map<string, O | null>();
    // No news says what became of rows that left the page: each is read by itself.
    for (const id of before?.missed ? asked.keys() : []) {
      const isHeld = later.items.some(({ _id }) => _id === id);
      const order = isHeld ? undefined : await orNull(source.read(id)).catch(() => undefined);
      if (order !== undefined) alone.set(id, order);
    }
    // Live news may have changed the rows while the shop was asked.
    const now = client.getQueryData<ShownOrders<O>>(queryKey);
    if (now === undefined || now.items.length === 0) return shownOrders(later);
    let page = withReading(now, later, asked);
    for (const [id, order] of alone) page = withOrder(page, id, order, asked.get(id));
    return page;
  };

/** One page of the filtered orders. `reopen` reads it anew, with the newcomers. */
export function useOrderList<O extends AnyOrder>(
  source: OrderSource<O>,
  filter: OrderFilter,
  cursor: string,
) {
  const [opening, setOpening] = useState(0);
  const list = useQuery({
    queryKey: keyOfShown(source.path, filter, cursor, opening),
    queryFn: readShown(source, (signal) => source.page(filter, cursor, signal)),
  });
  return { list, reopen: () => setOpening(opening + 1) };
}

/** The shop's figures, read again with the orders. */
export const statsQuery = { queryKey: ['orders', 'stats'], queryFn: () => getStats() };

/** How long (ms) after a change the orders are read again: a busy shop must not have them read for each of its orders. */
const pause = 800;

/** The orders that are shown, for code that changes them. */
export type OrderCache<O extends AnyOrder = Order> = ReturnType<typeof useOrderCache<O>>;

/** Opens the query cache for changes of orders. */
export function useOrderCache<O extends AnyOrder = Order>() {
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
    const change = (next: (page: ShownOrders<O>) => ShownOrders<O>) =>
      client.setQueriesData<ShownOrders<O>>({ queryKey: shownKey }, (page) => page && next(page));
    return {
      /** Shows the new state of an order; null: it was deleted. */
      put: (orderId: string, order: O | null) => void change((page) => withOrder(page, orderId, order)),
      /** Notes that news may have been missed. */
      miss() {
        change((page) => ({ ...page, missed: true }));
        readSoon();
      },
      /** Reads orders and figures again, soon. */
      readSoon,
    };
  }, [client]);
}
