import { folded } from '../log/folded-text.ts';
import { type GenerationKeys, setsOfName } from '../log/generation-keys.ts';
import { type GenerationReader, readOf, type SetOutline } from '../log/generation-reader.ts';
import type { LiveStatus } from '../orders/order-state.ts';
import {
  type FoundOrder,
  type FoundOrders,
  findOrders,
  inOrder,
  limitsOf,
  listed,
  type Search,
  type SeqRange,
} from './find-orders.ts';

/** Names in one step of their hash, and names whose sets are counted at once: few enough to keep Redis free for others. */
const namesPerStep = 1_000;
const namesPerCount = 100;
/** Tool names, and orders of them, per read: few enough to keep Redis free for others. */
const namesPerRead = 50;
const ordersPerRead = 5_000;

/** Checks whether a tool name holds every word of a text, in any order and without regard to case, accents and Unicode form. */
export function contains(toolsName: string, search: string): boolean {
  const name = folded(toolsName);
  return folded(search)
    .split(/\s+/)
    .every((word) => name.includes(word));
}

/**
 * Finds the first orders whose tool's name holds all words of a text, and counts them all; 'all-names' when every name does. Redis reads two
 * figures per set of each such name, and then only the names whose orders come first: its work for a page does not grow with the orders.
 */
export async function findNamed(
  reader: GenerationReader,
  keys: GenerationKeys,
  text: string,
  states: readonly LiveStatus[],
  search: Search,
): Promise<FoundOrders | 'all-names'> {
  const known = await knownNames(reader, keys);
  const names = known.filter((name) => contains(name, text));
  if (names.length === known.length) return 'all-names';
  const outlines = await outlineNames(reader, keys, names, states, search);
  const orders = await firstOrders(reader, keys, outlines, search);
  return { orders, total: outlines.reduce((sum, { total }) => sum + total, 0) };
}

async function knownNames(reader: GenerationReader, keys: GenerationKeys): Promise<string[]> {
  const known = new Set<string>();
  let cursor = '0';
  do {
    const step = readOf('HSCAN', keys.names, cursor, 'COUNT', String(namesPerStep));
    const answers = await reader.read(keys, [step]);
    const [next, fields] = answers[0] as [string, string[]];
    // Names and their empty values take turns.
    for (const [index, name] of fields.entries()) if (index % 2 === 0) known.add(name);
    cursor = next;
  } while (cursor !== '0');
  return [...known];
}

/** The orders of one tool name in the states that a query means. */
interface NameOutline {
  readonly sets: readonly string[];
  /** How many of them are in the query's period. */
  readonly total: number;
  /** Seq of the first one that the page shows, 0 when there is none. */
  readonly first: number;
}

/** Outlines the orders of these names, the name with the first order before the others. Each name is read at one moment. */
async function outlineNames(
  reader: GenerationReader,
  keys: GenerationKeys,
  names: readonly string[],
  states: readonly LiveStatus[],
  { direction, period, range }: Search,
): Promise<NameOutline[]> {
  const outlines: NameOutline[] = [];
  for (let start = 0; start < names.length; start += namesPerCount) {
    const part = names.slice(start, start + namesPerCount).map((name) => setsOfName(keys, name, states));
    const counted = await reader.outline(keys, part.flat(), [
      ...limitsOf(period),
      ...limitsOf(range),
      direction,
    ]);
    for (const [index, sets] of part.entries()) {
      const own = counted.slice(index * states.length, (index + 1) * states.length);
      const total = own.reduce((sum, { size }) => sum + size, 0);
      outlines.push({ sets, total, first: firstOf(own, direction) });
    }
  }
  // Names without an order on this page come last.
  const last = direction === 'newest' ? 0 : Number.POSITIVE_INFINITY;
  return outlines.sort((left, right) => inOrder(direction)(left.first || last, right.first || last));
}

/** The first of some sets' first seqs, 0 when all are empty. */
function firstOf(sets: readonly SetOutline[], direction: Search['direction']): number {
  const firsts = sets.flatMap(({ first }) => (first === 0 ? [] : [first]));
  return firsts.sort(inOrder(direction))[0] ?? 0;
}

/** Finds the first orders of these names, reading name by name until no other name can have an earlier one. */
async function firstOrders(
  reader: GenerationReader,
  keys: GenerationKeys,
  outlines: readonly NameOutline[],
  search: Search,
): Promise<FoundOrder[]> {
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
