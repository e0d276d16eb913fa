import type { GenerationKeys } from '../log/generation-keys.ts';
import { type GenerationReader, readOf } from '../log/generation-reader.ts';
import type { NameOutline } from './tool-names.ts';

/** An order found in a set; its score there is the seq of its first event. */
export interface FoundOrder {
  readonly id: string;
  readonly createdSeq: number;
}

/** Orders found, the newest first, and how many there are in the whole period. */
export interface FoundOrders {
  readonly orders: FoundOrder[];
  readonly total: number;
}

/** Orders created at or after `from` and before `below` (seqs). */
export interface SeqRange {
  readonly from: number;
  readonly below: number;
}

/** What to find: `period` is the whole query's, `range` what is left of it for this page; a `count` of -1 is no limit. */
interface Search {
  readonly period: SeqRange;
  readonly range: SeqRange;
  readonly count: number;
}

/** Tool names, and orders of them, per read: few enough to keep Redis free for others. */
const namesPerRead = 50;
const ordersPerRead = 5_000;

/**
 * Finds the newest orders of some sets and counts them all, or answers 'moved'. All sets and their sizes are read at one moment: an order
 * that moves from one state to the next meanwhile must neither be missed nor appear twice.
 */
export async function findOrders(
  reader: GenerationReader,
  keys: GenerationKeys,
  sets: readonly string[],
  { period, range, count }: Search,
): Promise<FoundOrders | 'moved'> {
  if (sets.length === 0) return { orders: [], total: 0 };
  const [from, to] = limitsOf(range);
  const paging = [to, from, 'WITHSCORES', 'LIMIT', '0', String(count)];
  const answers = await reader.read(keys, [
    ...sets.map((set) => readOf('ZREVRANGEBYSCORE', set, ...paging)),
    ...sets.map((set) => readOf('ZCOUNT', set, ...limitsOf(period))),
  ]);
  if (answers === 'moved') return answers;
  const orders = answers.slice(0, sets.length).flatMap((list) => pairs(list as string[]));
  orders.sort(newestFirst);
  const total = answers.slice(sets.length).reduce<number>((sum, size) => sum + Number(size), 0);
  return { orders: count < 0 ? orders : orders.slice(0, count), total };
}

/** The range as limits of a sorted set's scores. */
export function limitsOf({ from, below }: SeqRange): [from: string, to: string] {
  return [String(from), Number.isFinite(below) ? `(${below}` : '+inf'];
}

function pairs(list: readonly string[]): FoundOrder[] {
  const found: FoundOrder[] = [];
  for (let index = 0; index + 1 < list.length; index += 2) {
    found.push({ id: list[index] as string, createdSeq: Number(list[index + 1]) });
  }
  return found;
}

/** Finds the newest orders of these names, reading name by name until no other name can have a newer one, or answers 'moved'. */
export async function newestOrders(
  reader: GenerationReader,
  keys: GenerationKeys,
  outlines: readonly NameOutline[],
  search: Search,
): Promise<FoundOrder[] | 'moved'> {
  let orders: FoundOrder[] = [];
  let at = 0;
  for (;;) {
    const oldest = orders[search.count - 1]?.createdSeq ?? search.range.from;
    const next = outlines[at];
    if (next === undefined || next.newest === 0 || next.newest < oldest) return orders;
    const names = readableAtOnce(outlines, at, search.count);
    const sets = names.flatMap((name) => name.sets);
    const found = await findOrders(reader, keys, sets, {
      ...search,
      range: { ...search.range, from: oldest },
    });
    if (found === 'moved') return found;
    orders = [...orders, ...found.orders].sort(newestFirst).slice(0, search.count);
    at += names.length;
  }
}

/** The names from `at` on that one read can take: at least one, and with the last of them about 5,000 orders. */
function readableAtOnce(outlines: readonly NameOutline[], at: number, count: number): NameOutline[] {
  let [end, orders] = [at, 0];
  do {
    orders += Math.min(outlines[end]?.total ?? 0, count);
    end += 1;
  } while (end < outlines.length && end - at < namesPerRead && orders < ordersPerRead);
  return outlines.slice(at, end);
}

const newestFirst = (left: FoundOrder, right: FoundOrder): number => right.createdSeq - left.createdSeq;
