import { folded } from '../log/folded-text.ts';
import { type GenerationKeys, setsOfName } from '../log/generation-keys.ts';
import { type GenerationReader, readOf, type SetOutline } from '../log/generation-reader.ts';
import type { LiveStatus } from '../orders/order-state.ts';
import { type Direction, inOrder } from './direction.ts';

/** Names in one step of their hash, and names whose sets are counted at once: few enough to keep Redis free for others. */
const namesPerStep = 1_000;
const namesPerCount = 100;

/** Which tool names a search means. */
export interface NamesFound {
  readonly names: readonly string[];
  /** Every order has one of these names. */
  readonly all: boolean;
}

/** Checks whether a tool name holds every word of a text, in any order and without regard to case, accents and Unicode form. */
export function contains(toolsName: string, search: string): boolean {
  const name = folded(toolsName);
  return folded(search)
    .split(/\s+/)
    .every((word) => name.includes(word));
}

/** Finds the tool names of orders that hold all words of a text, or answers 'moved'. */
export async function namesLike(
  reader: GenerationReader,
  keys: GenerationKeys,
  search: string,
): Promise<NamesFound | 'moved'> {
  const known = new Set<string>();
  let cursor = '0';
  do {
    const step = readOf('HSCAN', keys.names, cursor, 'COUNT', String(namesPerStep));
    const answers = await reader.read(keys, [step]);
    if (answers === 'moved') return answers;
    const [next, fields] = answers[0] as [string, string[]];
    // Names and their empty values take turns.
    for (const [index, name] of fields.entries()) if (index % 2 === 0) known.add(name);
    cursor = next;
  } while (cursor !== '0');
  const names = [...known].filter((name) => contains(name, search));
  return { names, all: names.length === known.size };
}

/** The orders of one tool name in the states that a query means. */
export interface NameOutline {
  readonly sets: readonly string[];
  /** How many of them are in the query's period. */
  readonly total: number;
  /** Seq of the first one that the page shows, 0 when there is none. */
  readonly first: number;
}

/** What a page may show, as limits of a sorted set's scores; `period` is that of the whole query. */
export interface ScoreLimits {
  readonly direction: Direction;
  readonly period: readonly [from: string, to: string];
  readonly page: readonly [from: string, to: string];
}

/** Outlines the orders of these names, the name with the first order before the others, or answers 'moved'. Each name is read at one moment. */
export async function outlineNames(
  reader: GenerationReader,
  keys: GenerationKeys,
  names: readonly string[],
  states: readonly LiveStatus[],
  { direction, period, page }: ScoreLimits,
): Promise<NameOutline[] | 'moved'> {
  const outlines: NameOutline[] = [];
  for (let start = 0; start < names.length; start += namesPerCount) {
    const part = names.slice(start, start + namesPerCount).map((name) => setsOfName(keys, name, states));
    const counted = await reader.outline(keys, part.flat(), [...period, ...page, direction]);
    if (counted === 'moved') return counted;
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
function firstOf(sets: readonly SetOutline[], direction: Direction): number {
  const firsts = sets.flatMap(({ first }) => (first === 0 ? [] : [first]));
  return firsts.sort(inOrder(direction))[0] ?? 0;
}
