import { folded } from '../log/folded-text.ts';
import { type GenerationKeys, setsOfName } from '../log/generation-keys.ts';
import { type GenerationReader, readOf } from '../log/generation-reader.ts';
import { partsOf } from '../log/parts.ts';
import type { LiveStatus } from '../orders/order-state.ts';
import { type FoundOrders, findOrders, listed, type Search, type SeqRange } from './find-orders.ts';

/** Names whose orders are read at once: few enough to keep Redis free for others. */
const namesPerRead = 25;

/** Checks whether a tool name holds every word of a text, in any order and without regard to case, accents and Unicode form. */
export function contains(toolsName: string, search: string): boolean {
  const name = folded(toolsName);
  return folded(search)
    .split(/\s+/)
    .every((word) => name.includes(word));
}

/**
 * Finds the first orders whose tool's name holds all words of a text, and counts them all; 'all-names' when every name does. All sets of a
 * name are read at one moment, and of each set at most the orders that the page could still show.
 */
export async function findNamed(
  reader: GenerationReader,
  keys: GenerationKeys,
  text: string,
  states: readonly LiveStatus[],
  search: Search,
): Promise<FoundOrders | 'all-names'> {
  const [known] = (await reader.read(keys, [readOf('HKEYS', keys.names)])) as [string[]];
  const names = known.filter((name) => contains(name, text));
  if (names.length === known.length) return 'all-names';
  let [orders, total]: [FoundOrders['orders'], number] = [[], 0];
  for (const part of partsOf(names, namesPerRead)) {
    const sets = part.flatMap((name) => setsOfName(keys, name, states));
    const last = orders[search.count - 1]?.createdSeq;
    const range = last === undefined ? search.range : upTo(search, last);
    const found = await findOrders(reader, keys, sets, { ...search, range });
    orders = [...orders, ...found.orders].sort(listed(search.direction)).slice(0, search.count);
    total += found.total;
  }
  return { orders, total };
}

/** What of the range can still come before the order at `last`, that one with it. */
const upTo = ({ direction, range }: Search, last: number): SeqRange =>
  direction === 'newest' ? { ...range, from: last } : { ...range, below: last + 1 };
