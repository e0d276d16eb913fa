import type { GenerationKeys } from '../log/generation-keys.ts';
import { type GenerationReader, readOf } from '../log/generation-reader.ts';

/** From which end a list goes through the orders. */
export type Direction = 'newest' | 'oldest';

/** An order found in a set; its score there is the seq of its first event. */
export interface FoundOrder {
  id: string;
  createdSeq: number;
}

/** Orders found, in the direction asked, and how many there are in the whole period. */
export interface FoundOrders {
  orders: FoundOrder[];
  total: number;
}

/** Orders created at or after `from` and before `below` (seqs). */
export interface SeqRange {
  from: number;
  below: number;
}

/** What to find, from which end: `period` is the whole query's, `range` what is left of it for this page; a `count` of -1 is no limit. */
export interface Search {
  direction: Direction;
  period: SeqRange;
  range: SeqRange;
  count: number;
}

/**
 * Finds the first orders of some sets and counts them all. All sets and their sizes are read at one moment: an order
 * that moves from one state to the next meanwhile must neither be missed nor appear twice.
 */
export async function findOrders(
  reader: GenerationReader,
  keys: GenerationKeys,
  sets: readonly string[],
  { direction, period, range, count }: Search,
): Promise<FoundOrders> {
  if (sets.length === 0) return { orders: [], total: 0 };
  const [from, to] = limitsOf(range);
  const [command, ...ends] =
    direction === 'newest' ? ['ZREVRANGEBYSCORE', to, from] : ['ZRANGEBYSCORE', from, to];
  const paging = [...ends, 'WITHSCORES', 'LIMIT', '0', String(count)];
  const answers = await reader.read(keys, [
    ...sets.map((set) => readOf(command as string, set, ...paging)),
    ...sets.map((set) => readOf('ZCOUNT', set, ...limitsOf(period))),
  ]);
  const orders = answers.slice(0, sets.length).flatMap((list) => pairs(list as string[]));
  orders.sort(listed(direction));
  const total = answers.slice(sets.length).reduce<number>((sum, size) => sum + Number(size), 0);
  return { orders: count < 0 ? orders : orders.slice(0, count), total };
}

/** The range as limits of a sorted set's scores. */
function limitsOf({ from, below }: SeqRange): [from: string, to: string] {
  return [String(from), Number.isFinite(below) ? `(${below}` : '+inf'];
}

function pairs(list: readonly string[]): FoundOrder[] {
  const found: FoundOrder[] = [];
  for (let index = 0; index + 1 < list.length; index += 2) {
    found.push({ id: list[index] as string, createdSeq: Number(list[index + 1]) });
  }
  return found;
}

/** Sorts orders as a list shows them. */
export const listed =
  (direction: Direction) =>
  (left: FoundOrder, right: FoundOrder): number =>
    direction === 'newest' ? right.createdSeq - left.createdSeq : left.createdSeq - right.createdSeq;
