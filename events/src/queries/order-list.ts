import type { GenerationKeys, orderStages } from '../log/generation-keys.ts';
import { type GenerationReader, type GuardedRead, readOf } from '../log/generation-reader.ts';
import { decodeRecord, toDocument } from '../model/order-record.ts';
import { isDeleted, type OrderDocument } from '../orders/order-document.ts';
import type { OrderListQuery } from './order-sources.ts';
import { type OrderSource, orderSources } from './order-sources.ts';
import { type FoundOrder, type SeqRange, walkSources } from './order-walk.ts';
import { firstSeqAt } from './seq-at-time.ts';

/** One page. `total` counts all orders of the query, whatever the page. */
export interface OrderPage {
  readonly orders: OrderDocument[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** Documents per read: few enough to keep Redis free for others. */
const documentsPerRead = 250;

/** One page of orders, newest first, with the number of all orders that the query means. */
export async function listOrders(reader: GenerationReader, query: OrderListQuery): Promise<OrderPage> {
  const period = {
    from: query.from === undefined ? 0 : await firstSeqAt(reader.client, query.from),
    below: query.to === undefined ? Number.POSITIVE_INFINITY : await firstSeqAt(reader.client, query.to),
  };
  const cursor = query.cursor === undefined ? Number.POSITIVE_INFINITY : Number(query.cursor);
  return reader.follow(async (keys) => {
    const sources = await orderSources(reader, keys, query);
    if (sources === 'moved') return sources;
    const range = { from: period.from, below: Math.min(period.below, cursor) };
    const find = sources.some((source) => source.filters.length > 0) ? findFiltered : findPlain;
    const result = await find(reader, keys, sources, { period, range, count: query.limit + 1 });
    if (result === 'moved') return result;
    const page = result.found.slice(0, query.limit);
    const orders = await documents(reader, keys, page, query);
    if (orders === 'moved') return orders;
    const last = page.at(-1);
    const more = result.found.length > query.limit && last !== undefined;
    return { orders, total: result.total, nextCursor: more ? String(last.createdSeq) : null };
  });
}

/** What to find: `period` is what the query means in all, `range` what is left of it for this page. */
interface Search {
  readonly period: SeqRange;
  readonly range: SeqRange;
  readonly count: number;
}
interface Found {
  readonly found: FoundOrder[];
  readonly total: number;
}

/**
 * All sets and their sizes are read at one moment: an order that moves from one state to the next meanwhile must neither
 * be missed nor appear twice.
 */
async function findPlain(
  reader: GenerationReader,
  keys: GenerationKeys,
  sources: readonly OrderSource[],
  { period, range, count }: Search,
): Promise<Found | 'moved'> {
  if (sources.length === 0) return { found: [], total: 0 };
  const paging = [highest(range), String(range.from), 'WITHSCORES', 'LIMIT', '0', String(count)];
  const answers = await reader.read(keys, [
    ...sources.map(({ driver }) => readOf('ZREVRANGEBYSCORE', driver, ...paging)),
    ...sources.map(({ driver }) => readOf('ZCOUNT', driver, String(period.from), highest(period))),
  ]);
  if (answers === 'moved') return answers;
  const found = answers.slice(0, sources.length).flatMap((list) => pairs(list as string[]));
  found.sort((left, right) => right.createdSeq - left.createdSeq);
  const total = answers.slice(sources.length).reduce<number>((sum, size) => sum + Number(size), 0);
  return { found: found.slice(0, count), total };
}

/** A filtered set has no counter for a period: it is walked, step by step, so that Redis stays free for others. */
async function findFiltered(
  reader: GenerationReader,
  keys: GenerationKeys,
  sources: readonly OrderSource[],
  { period, range, count }: Search,
): Promise<Found | 'moved'> {
  const found = await walkSources(reader, keys, sources, range, count);
  if (found === 'moved') return found;
  if (period.from > 0 || Number.isFinite(period.below)) {
    const all = await walkSources(reader, keys, sources, period, Number.MAX_SAFE_INTEGER);
    return all === 'moved' ? all : { found, total: all.length };
  }
  const sizes = await reader.read(
    keys,
    sources.map(({ driver, filters }): GuardedRead => {
      const sets = [driver, ...filters];
      return { keys: sets, words: ['ZINTERCARD', String(sets.length), ...sets] };
    }),
  );
  if (sizes === 'moved') return sizes;
  return { found, total: sizes.reduce<number>((sum, size) => sum + Number(size), 0) };
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

async function documents(
  reader: GenerationReader,
  keys: GenerationKeys,
  page: readonly FoundOrder[],
  query: OrderListQuery,
): Promise<OrderDocument[] | 'moved'> {
  const orders: OrderDocument[] = [];
  for (let start = 0; start < page.length; start += documentsPerRead) {
    const part = page.slice(start, start + documentsPerRead);
    const names = part.map((found) => keys.order(found.id));
    const answer = await reader.read(keys, [{ keys: names, words: ['MGET', ...names] }]);
    if (answer === 'moved') return answer;
    for (const [index, stored] of (answer[0] as (string | null)[]).entries()) {
      const id = part[index]?.id ?? '';
      const order = stored === null ? null : toDocument(id, decodeRecord(stored));
      // An order may have changed since its set was read: what does not fit any more is left out.
      if (order !== null && !isDeleted(order) && fits(order, query)) orders.push(order);
    }
  }
  return orders;
}

function fits(order: OrderDocument, query: OrderListQuery): boolean {
  const state = query.state ?? 'all';
  return state === 'all' || stageOf(order) === state;
}

function stageOf(order: OrderDocument): (typeof orderStages)[number] {
  if (order.status === 'shipped') return 'shipped';
  return order.paid ? 'paid' : 'unpaid';
}
