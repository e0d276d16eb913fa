import type { GenerationKeys } from '../log/generation-keys.ts';
import { type GenerationReader, readOf, readStrings, type Store } from '../log/generation-reader.ts';
import type { OrderDocument } from '../model/order-record.ts';
import { decodeRecord, liveDocument } from '../model/order-record.ts';
import { isLive, type LiveStatus, liveStatuses } from '../orders/order-state.ts';
import { firstSeqAt } from './history.ts';

/** Which orders to list, newest first. Filters add up. */
export interface OrderListQuery {
  /** Orders in one of these states; all live orders when absent. */
  readonly states?: readonly LiveStatus[] | undefined;
  readonly email?: string | undefined;
  /** Orders of `email` that this account placed. */
  readonly uid?: string | undefined;
  /** Orders of `email` that any other account placed. */
  readonly notUid?: string | undefined;
  /** Part of the tool's name as ordered, without regard to case. */
  readonly search?: string | undefined;
  /** Placed at or after this time (ms). */
  readonly from?: number | undefined;
  /** Placed before this time (ms). */
  readonly to?: number | undefined;
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}
/** One page. `total` counts all orders of the query, whatever the page. */
export interface OrderPage {
  readonly orders: OrderDocument[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** An order found in a set; its score there is the seq of its first event. */
interface FoundOrder {
  readonly id: string;
  readonly createdSeq: number;
}
/** Orders created at or after `from` and before `below` (seqs). */
interface SeqRange {
  readonly from: number;
  readonly below: number;
}

/** Documents per read: few enough to keep Redis free for others. */
const documentsPerRead = 250;

/** Lists one page of orders, newest first, with the number of all orders that the query means. */
export async function listOrders({ client, reader }: Store, query: OrderListQuery): Promise<OrderPage> {
  const period = {
    from: query.from === undefined ? 0 : await firstSeqAt(client, query.from),
    below: query.to === undefined ? Number.POSITIVE_INFINITY : await firstSeqAt(client, query.to),
  };
  const below = query.cursor === undefined ? Number.POSITIVE_INFINITY : Number(query.cursor);
  // A person has few orders, so a filter among them reads them all: the sets know only addresses and whole tool names.
  const filtered = query.search || query.uid !== undefined || query.notUid !== undefined;
  const list = query.email !== undefined && filtered ? listFiltered : listSets;
  return reader.follow((keys) => list(reader, keys, query, period, below));
}

type List = (
  reader: GenerationReader,
  keys: GenerationKeys,
  query: OrderListQuery,
  period: SeqRange,
  below: number,
) => Promise<OrderPage | 'moved'>;

const listSets: List = async (reader, keys, query, period, below) => {
  const sets = await setsOfQuery(reader, keys, query);
  if (sets === 'moved') return sets;
  const range = { from: period.from, below: Math.min(period.below, below) };
  const found = await findOrders(reader, keys, sets, { period, range, count: query.limit + 1 });
  if (found === 'moved') return found;
  const page = found.orders.slice(0, query.limit);
  const orders = await readOrders(reader, keys, page, query);
  if (orders === 'moved') return orders;
  return { orders, total: found.total, nextCursor: cursorOf(page, found.orders.length) };
};

const listFiltered: List = async (reader, keys, query, period, below) => {
  const { search = '', uid, notUid, limit } = query;
  const sets = await setsOfQuery(reader, keys, { ...query, search: undefined });
  if (sets === 'moved') return sets;
  const found = await findOrders(reader, keys, sets, { period, range: period, count: -1 });
  if (found === 'moved') return found;
  const all = await readOrders(reader, keys, found.orders, query);
  if (all === 'moved') return all;
  const wanted = all.filter(
    (order) =>
      contains(order.toolsName, search) &&
      (uid === undefined || order.uid === uid) &&
      (notUid === undefined || order.uid !== notUid),
  );
  const seqOf = ({ seqs }: OrderDocument): number => seqs[0] ?? 0;
  const rest = wanted.filter((order) => seqOf(order) < below);
  const orders = rest.slice(0, limit);
  const page = orders.map((order) => ({ id: order.id, createdSeq: seqOf(order) }));
  return { orders, total: wanted.length, nextCursor: cursorOf(page, rest.length) };
};

/** The cursor of the next page; null when this page holds the last of `left` orders. */
function cursorOf(page: readonly FoundOrder[], left: number): string | null {
  const last = page.at(-1);
  return left > page.length && last !== undefined ? String(last.createdSeq) : null;
}

function contains(toolsName: string, search: string): boolean {
  return toolsName.toLowerCase().includes(search.toLowerCase());
}

/** The sets whose members together are the orders of a query, each order in exactly one of them. */
async function setsOfQuery(
  reader: GenerationReader,
  keys: GenerationKeys,
  { states = liveStatuses, email, search }: OrderListQuery,
): Promise<readonly string[] | 'moved'> {
  if (email !== undefined) return states.map((status) => keys.mail(email, status));
  if (!search) return states.map((status) => keys.set(status));
  const found = await reader.read(keys, [readOf('HKEYS', keys.names)]);
  if (found === 'moved') return found;
  const names = (found[0] as string[]).filter((name) => contains(name, search));
  return names.flatMap((name) => states.map((status) => keys.name(name, status)));
}

/** What to find: `period` is the whole query's, `range` what is left of it for this page; a `count` of -1 is no limit. */
interface Search {
  readonly period: SeqRange;
  readonly range: SeqRange;
  readonly count: number;
}

/**
 * All sets and their sizes are read at one moment: an order that moves from one state to the next meanwhile must neither
 * be missed nor appear twice.
 */
async function findOrders(
  reader: GenerationReader,
  keys: GenerationKeys,
  sets: readonly string[],
  { period, range, count }: Search,
): Promise<{ readonly orders: FoundOrder[]; readonly total: number } | 'moved'> {
  if (sets.length === 0) return { orders: [], total: 0 };
  const paging = [highest(range), String(range.from), 'WITHSCORES', 'LIMIT', '0', String(count)];
  const answers = await reader.read(keys, [
    ...sets.map((set) => readOf('ZREVRANGEBYSCORE', set, ...paging)),
    ...sets.map((set) => readOf('ZCOUNT', set, String(period.from), highest(period))),
  ]);
  if (answers === 'moved') return answers;
  const orders = answers.slice(0, sets.length).flatMap((list) => pairs(list as string[]));
  orders.sort((left, right) => right.createdSeq - left.createdSeq);
  const total = answers.slice(sets.length).reduce<number>((sum, size) => sum + Number(size), 0);
  return { orders: count < 0 ? orders : orders.slice(0, count), total };
}

function highest(range: SeqRange): string {
  return Number.isFinite(range.below) ? `(${range.below}` : '+inf';
}

function pairs(list: readonly string[]): FoundOrder[] {
  const found: FoundOrder[] = [];
  for (let index = 0; index + 1 < list.length; index += 2) {
    found.push({ id: list[index] as string, createdSeq: Number(list[index + 1]) });
  }
  return found;
}

async function readOrders(
  reader: GenerationReader,
  keys: GenerationKeys,
  found: readonly FoundOrder[],
  { states = liveStatuses }: OrderListQuery,
): Promise<OrderDocument[] | 'moved'> {
  const orders: OrderDocument[] = [];
  for (let start = 0; start < found.length; start += documentsPerRead) {
    const part = found.slice(start, start + documentsPerRead);
    const answer = await reader.read(keys, [readStrings(part.map(({ id }) => keys.order(id)))]);
    if (answer === 'moved') return answer;
    for (const [index, stored] of (answer[0] as (string | null)[]).entries()) {
      if (stored === null) continue;
      const record = decodeRecord(stored);
      // An order may have changed since its set was read: what does not fit any more is left out.
      if (!isLive(record.state) || !states.includes(record.state.status)) continue;
      const order = liveDocument(part[index]?.id ?? '', record);
      if (order !== null) orders.push(order);
    }
  }
  return orders;
}
