import type { GenerationKeys, orderStages } from '../log/generation-keys.ts';
import { type GenerationReader, type GuardedRead, readOf } from '../log/generation-reader.ts';
import type { OrderListQuery, OrderPage } from '../order-log.ts';
import { isDeleted, type OrderDocument } from '../orders/order-document.ts';
import { decodeRecord, toDocument } from '../projection/order-record.ts';
import { type OrderSource, orderSources } from './order-sources.ts';
import { type FoundOrder, type SeqRange, walkSources } from './order-walk.ts';
import { firstSeqAt } from './seq-at-time.ts';

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
    const [total, found] = await Promise.all([
      countSources(reader, keys, sources, period),
      walkSources(reader, keys, sources, range, query.limit + 1),
    ]);
    if (total === 'moved' || found === 'moved') return 'moved';
    const page = found.slice(0, query.limit);
    const orders = await documents(reader, keys, page, query);
    if (orders === 'moved') return orders;
    const last = page.at(-1);
    const nextCursor = found.length > query.limit && last !== undefined ? String(last.createdSeq) : null;
    return { orders, total, nextCursor };
  });
}

async function countSources(
  reader: GenerationReader,
  keys: GenerationKeys,
  sources: readonly OrderSource[],
  period: SeqRange,
): Promise<number | 'moved'> {
  const bounded = period.from > 0 || Number.isFinite(period.below);
  // A filtered set within a period has no counter: it is walked, step by step.
  if (bounded && sources.some((source) => source.filters.length > 0)) {
    const all = await walkSources(reader, keys, sources, period, Number.MAX_SAFE_INTEGER);
    return all === 'moved' ? all : all.length;
  }
  if (sources.length === 0) return 0;
  const below = Number.isFinite(period.below) ? `(${period.below}` : '+inf';
  const counts = await reader.read(
    keys,
    sources.map(({ driver, filters }): GuardedRead => {
      if (filters.length > 0) {
        const sets = [driver, ...filters];
        return { keys: sets, words: ['ZINTERCARD', String(sets.length), ...sets] };
      }
      return bounded ? readOf('ZCOUNT', driver, String(period.from), below) : readOf('ZCARD', driver);
    }),
  );
  return counts === 'moved' ? counts : counts.reduce<number>((sum, count) => sum + Number(count), 0);
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
