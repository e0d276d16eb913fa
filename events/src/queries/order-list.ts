import type { GenerationKeys } from '../log/generation-keys.ts';
import type { GenerationReader, Store } from '../log/generation-reader.ts';
import type { OrderDocument } from '../model/order-record.ts';
import { liveDocument } from '../model/order-record.ts';
import { readRecords } from '../model/read-orders.ts';
import { type LiveStatus, liveStatuses } from '../orders/order-state.ts';
import { type Direction, type FoundOrder, findOrders, type Search, type SeqRange } from './find-orders.ts';
import { firstSeqAt } from './first-seq-at.ts';
import { contains, findNamed } from './tool-names.ts';

/** Which orders to list, newest first unless told. Filters add up. */
export interface OrderListQuery {
  /** Orders in one of these states; all live orders when absent. */
  states?: readonly LiveStatus[] | undefined;
  /** Only orders that a person has to look at, of everybody: with no other filter but a period. */
  attention?: boolean | undefined;
  /** Only orders whose customers wait for an answer to their wish to cancel. */
  asked?: boolean | undefined;
  oldestFirst?: boolean | undefined;
  /** Orders that one of these accounts placed; of everybody when absent. */
  uids?: readonly string[] | undefined;
  /** Parts of the tool's name as ordered, in any order, without regard to case. */
  search?: string | undefined;
  /** Placed at or after this time (ms). */
  from?: number | undefined;
  /** Placed before this time (ms). */
  to?: number | undefined;
  limit: number;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
}
/** One page. `total` counts all orders of the query, whatever the page. */
export interface OrderPage {
  orders: OrderDocument[];
  total: number;
  nextCursor: string | null;
}

/** Lists one page of orders with the number of all orders that the query means. */
export async function listOrders(store: Store, query: OrderListQuery): Promise<OrderPage> {
  const direction = query.oldestFirst === true ? 'oldest' : 'newest';
  return store.reader.follow(async (keys) => {
    const period = {
      from: query.from === undefined ? 0 : await firstSeqAt(store, keys, query.from),
      below: query.to === undefined ? Number.POSITIVE_INFINITY : await firstSeqAt(store, keys, query.to),
    };
    const range = pageRange(period, direction, query);
    return pageFor(store.reader, keys, query, { direction, period, range, count: query.limit + 1 });
  });
}

async function pageFor(
  reader: GenerationReader,
  keys: GenerationKeys,
  query: OrderListQuery,
  search: Search,
): Promise<OrderPage> {
  const { uids, search: name, states = liveStatuses, limit } = query;
  const sets = setsOfQuery(keys, query);
  // A person has few orders, so a search among them reads them all: the sets know only whole tool names. Few orders need a person, too.
  if (query.asked === true || (uids !== undefined && name)) {
    const found = await findOrders(reader, keys, sets, { ...search, range: search.period, count: -1 });
    const all = await readOrders(reader, keys, found.orders, query);
    const { from, below } = search.range;
    const rest = all.filter((order) => createdSeqOf(order) >= from && createdSeqOf(order) < below);
    const orders = rest.slice(0, limit);
    const page = orders.map((order) => ({ id: order.id, createdSeq: createdSeqOf(order) }));
    return { orders, total: all.length, nextCursor: cursorOf(page, rest.length) };
  }
  const named = name ? await findNamed(reader, keys, name, states, search) : 'all-names';
  const found = named === 'all-names' ? await findOrders(reader, keys, sets, search) : named;
  const page = found.orders.slice(0, limit);
  const orders = await readOrders(reader, keys, page, query);
  return { orders, total: found.total, nextCursor: cursorOf(page, found.orders.length) };
}

const createdSeqOf = ({ seqs }: OrderDocument): number => seqs[0] ?? 0;

/** The cursor of the next page; null when this page holds the last of `left` orders. */
function cursorOf(page: readonly FoundOrder[], left: number): string | null {
  const last = page.at(-1);
  return left > page.length && last !== undefined ? String(last.createdSeq) : null;
}

/** The sets whose members together are the orders of a query without a search, each order in exactly one of them. */
function setsOfQuery(
  keys: GenerationKeys,
  { states = liveStatuses, uids, attention, asked }: OrderListQuery,
): string[] {
  if ((attention === true || asked === true) && uids === undefined) return [keys.attention];
  return states.flatMap((status) =>
    uids === undefined ? keys.set(status) : uids.map((uid) => keys.person(uid, status)),
  );
}

const waitsForAnswer = ({ cancellation }: OrderDocument): boolean => cancellation?.declinedAt === null;

/** What of the period lies behind the cursor. */
function pageRange(period: SeqRange, direction: Direction, { cursor }: OrderListQuery): SeqRange {
  if (cursor === undefined) return period;
  const at = Number(cursor);
  return direction === 'oldest'
    ? { ...period, from: Math.max(period.from, at + 1) }
    : { ...period, below: Math.min(period.below, at) };
}

async function readOrders(
  reader: GenerationReader,
  keys: GenerationKeys,
  found: readonly FoundOrder[],
  { states = liveStatuses, search = '', asked }: OrderListQuery,
): Promise<OrderDocument[]> {
  const records = await readRecords(
    reader,
    keys,
    found.map(({ id }) => id),
  );
  return Array.from(records, ([id, record]) => liveDocument(id, record)).filter(
    (order) =>
      // An order may have changed since its set was read: what does not fit any more is left out.
      order !== null &&
      states.includes(order.status) &&
      contains(order.toolsName, search) &&
      (asked !== true || waitsForAnswer(order)),
  ) as OrderDocument[];
}
