import { totalFields } from '../log/append.ts';
import { type GenerationKeys, setsOfName } from '../log/generation-keys.ts';
import { type GenerationReader, readOf } from '../log/generation-reader.ts';
import type { LogPosition } from '../log/log-scan.ts';
import type { RawEntry } from '../log/read-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { Differences } from '../model/difference.ts';
import { liveStatuses } from '../orders/order-state.ts';
import type { ExpectedFigures } from './expected-figures.ts';

/** Everything that has one value for the whole shop, read at one moment, with the events that came up to that moment. */
interface FoundFigures {
  /** The head as it is stored. */
  readonly seq: number;
  readonly hash: string;
  readonly totals: ReadonlyMap<string, string>;
  readonly stock: ReadonlyMap<string, string>;
  readonly names: ReadonlySet<string>;
  readonly transactions: number;
  /** Erased person -> seq. */
  readonly erased: ReadonlyMap<string, string>;
  /** Set key -> orders in it. */
  readonly sizes: ReadonlyMap<string, number>;
  /** The entries after the given one, at most `mostEntries`. */
  readonly entries: readonly RawEntry[];
}

/** Without the events since the last question a shop that never pauses would never hold still for its figures. */
export const mostEntries = 1_000;

/** Reads the figures, with the sizes of the sets of these tool names, and the events after an entry; or 'moved'. */
export async function readFigures(
  reader: GenerationReader,
  keys: GenerationKeys,
  names: readonly string[],
  after: string,
): Promise<FoundFigures | 'moved'> {
  const sets = [
    ...liveStatuses.map((status) => keys.set(status)),
    keys.deleted,
    ...names.flatMap((name) => setsOfName(keys, name)),
  ];
  const answers = await reader.read(keys, [
    readOf('HMGET', redisKeys.meta, 'seq', 'hash'),
    readOf('HGETALL', keys.totals),
    readOf('HGETALL', keys.stock),
    readOf('HKEYS', keys.names),
    readOf('HLEN', keys.tx),
    readOf('ZRANGE', keys.erased, '0', '-1', 'WITHSCORES'),
    readOf('XRANGE', redisKeys.events, `(${after}`, '+', 'COUNT', String(mostEntries)),
    ...sets.map((key) => readOf('ZCARD', key)),
  ]);
  if (answers === 'moved') return 'moved';
  const [head, totals, stock, known, transactions, erased, entries, ...sizes] = answers;
  const [seq, hash] = head as (string | null)[];
  return {
    seq: Number(seq),
    hash: hash ?? '',
    totals: toMap(totals),
    stock: toMap(stock),
    names: new Set(known as string[]),
    transactions: Number(transactions),
    erased: toMap(erased),
    sizes: new Map(sets.map((key, index) => [key, Number(sizes[index])])),
    entries: entries as unknown as RawEntry[],
  };
}

/** Compares the figures with what the events up to `position` add up to. */
export function compareFigures(
  keys: GenerationKeys,
  found: FoundFigures,
  position: LogPosition,
  expected: ExpectedFigures,
  differences: Differences,
): void {
  differences.compare('log', 'last event', position.seq, found.seq);
  differences.compare('log', 'hash of the last event', position.hash, found.hash);
  // The number of orders in each state is the size of a set, and is compared there.
  const totals = new Map(totalFields.map((field) => [field, expected.totals[field]] as const));
  compareMaps('totals', found.totals, totals, differences);
  compareMaps('stock', found.stock, expected.stock, differences);
  compareNames(found.names, expected.names, differences);
  differences.compare('index', 'transactions', found.transactions, expected.transactions);
  compareMaps('erased', found.erased, expected.erased, differences);
  const sizes = new Map<string, number>();
  for (const status of liveStatuses) sizes.set(keys.set(status), expected.totals[status]);
  sizes.set(keys.deleted, expected.totals.deleted);
  for (const [name, by] of expected.names)
    for (const status of liveStatuses) sizes.set(keys.name(name, status), by[status]);
  for (const [set, size] of found.sizes)
    differences.compare('index', `size of ${set}`, size, sizes.get(set) ?? 0);
}

function toMap(list: unknown): Map<string, string> {
  const flat = list as string[];
  const map = new Map<string, string>();
  for (let index = 0; index + 1 < flat.length; index += 2)
    map.set(flat[index] as string, flat[index + 1] as string);
  return map;
}

function compareMaps(
  kind: 'stock' | 'totals' | 'erased',
  found: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, number>,
  differences: Differences,
): void {
  for (const [name, value] of expected) differences.compare(kind, name, Number(found.get(name) ?? 0), value);
  for (const [name, value] of found) {
    if (expected.has(name)) continue;
    differences.add(kind, null, name, `${value} is stored, and nothing of this name is kept by this release`);
  }
}

function compareNames(
  found: ReadonlySet<string>,
  expected: ExpectedFigures['names'],
  differences: Differences,
): void {
  const ordered = (name: string) => Object.values(expected.get(name) ?? {}).some((orders) => orders > 0);
  for (const name of expected.keys()) {
    if (ordered(name) && !found.has(name))
      differences.add('index', null, name, 'the name is not known to searches');
  }
  for (const name of found) {
    if (!ordered(name)) differences.add('index', null, name, 'no order has this name');
  }
}
