import type { GenerationKeys } from '../log/generation-keys.ts';
import { type GenerationReader, readOf } from '../log/generation-reader.ts';
import { type Direction, inOrder } from './direction.ts';
import type { NameOutline } from './tool-names.ts';

/** An order found in a set; its score there is the seq of its first event. */
export interface FoundOrder {
  readonly id: string;
  readonly createdSeq: number;
}

/** Orders found, in the direction asked, and how many there are in the whole period. */
export interface FoundOrders {
  readonly orders: FoundOrder[];
  readonly total: number;
}

/** Orders created at or after `from` and before `below` (seqs). */
export interface SeqRange {
  readonly from: number;
  readonly below: number;
}

/** What to find, from which end: `period` is the whole query's, `range` what is left of it for this page; a `count` of -1 is no limit. */
interface Search {
  readonly direction: Direction;
  readonly period: SeqRange;
  readonly range: SeqRange;
  readonly count: number;
}

/** Tool names, and orders of them, per read: few enough to keep Redis free for others. */
const namesPerRead = 50;
const ordersPerRead = 5_000;

/**
 * Finds the first orders of some sets and counts them all, or answers 'moved'. All sets and their sizes are read at one moment: an order
 * that moves from one state to the next meanwhile must neither be missed nor appear twice.
 */
export async function findOrders(
  reader: GenerationReader,
  keys: GenerationKeys,
  sets: readonly string[],
  { direction, period, range, count }: Search,
): Promise<FoundOrders | 'moved'> {
  if (sets.length === 0) return { orders: [], total: 0 };
  const [from, to] = limitsOf(range);
  const [command, ...ends] =
    direction === 'newest' ? ['ZREVRANGEBYSCORE', to, from] : ['ZRANGEBYSCORE', from, to];
  const paging = [...ends, 'WITHSCORES', 'LIMIT', '0', String(count)];
  const answers = await reader.read(keys, [
    ...sets.map((set) => readOf(command as string, set, ...paging)),
    ...sets.map((set) => readOf('ZCOUNT', set, ...limitsOf(period))),
  ]);
  if (answers === 'moved') return answers;
  const orders = answers.slice(0, sets.length).flatMap((list) => pairs(list as string[]));
  orders.sort(listed(direction));
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

/** Finds the first orders of these names, reading name by name until no other name can have an earlier one, or answers 'moved'. */
export async function firstOrders(
  reader: GenerationReader,
  keys: GenerationKeys,
  outlines: readonly NameOutline[],
  search: Search,
): Promise<FoundOrder[] | 'moved'> {
  let orders: FoundOrder[] = [];
  let at = 0;
  for (;;) {
    const last = orders[search.count - 1]?.createdSeq;
    const next = outlines[at];
    if (next === undefined || next.first === 0) return orders;
    if (last !== undefined && inOrder(search.direction)(last, next.first) < 0) return orders;
    const names = readableAtOnce(outlines, at, search.count);
    const sets = names.flatMap((name) => name.sets);
    const found = await findOrders(reader, keys, sets, {
      ...search,
      range: last === undefined ? search.range : upTo(search, last),
    });
    if (found === 'moved') return found;
    orders = [...orders, ...found.orders].sort(listed(search.direction)).slice(0, search.count);
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

/** What of the range can still come before the order at `last`, that one with it. */
const upTo = ({ direction, range }: Search, last: number): SeqRange =>
  direction === 'newest' ? { ...range, from: last } : { ...range, below: last + 1 };

const listed =
  (direction: Direction) =>
  (left: FoundOrder, right: FoundOrder): number =>
    inOrder(direction)(left.createdSeq, right.createdSeq);
