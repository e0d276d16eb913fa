import type { Redis } from 'ioredis';
import { type GenerationKeys, orderStages } from '../log/generation-keys.ts';
import { readOf } from '../log/generation-reader.ts';
import type { LogPlace } from '../log/log-scan.ts';
import { recordKeys } from '../log/record-keys.ts';
import { Differences } from './difference.ts';
import type { ExpectedFigures } from './expected-figures.ts';
import { readGroups } from './scan-reader.ts';

/**
 * Compares head, totals, stock and the sizes of the indexes with what the events add up to, all read at one moment.
 * Answers 'behind' when more events have come meanwhile, so that the caller first counts those.
 */
export async function checkFigures(
  redis: Redis,
  keys: GenerationKeys,
  place: LogPlace,
  expected: ExpectedFigures,
  differences: Differences,
): Promise<'checked' | 'behind' | 'moved'> {
  const names = [...expected.names];
  const nameSets = names.flatMap(([name]) => orderStages.map((stage) => keys.name(name, stage)));
  const sets = orderStages.map((stage) => keys.set(stage));
  const answers = await readGroups(redis, keys, [
    [
      readOf('HMGET', recordKeys.meta, 'seq', 'hash', 'ts'),
      readOf('HGETALL', keys.totals),
      readOf('HGETALL', keys.stock),
      readOf('HKEYS', keys.names),
      readOf('HLEN', keys.tx),
      ...[...sets, ...nameSets].map((key) => readOf('ZCARD', key)),
    ],
  ]);
  if (answers === 'moved') return 'moved';
  const [head, totals, stock, known, transactions, ...sizes] = answers[0] ?? [];
  const [seq, hash] = head as (string | null)[];
  if (Number(seq) > place.seq) return 'behind';
  const found = new Differences();
  found.compare('log', 'last event', String(place.seq), seq);
  found.compare('log', 'hash of the last event', place.hash, hash);
  // How many orders are in each state is told by the sizes of the sets alone, which come below.
  const { unpaid, paid, shipped, ...stored } = expected.totals;
  compareMaps('totals', toMap(totals), new Map(Object.entries(stored)), found);
  compareMaps('stock', toMap(stock), expected.stock, found);
  compareNames(new Set(known as string[]), expected.names, found);
  found.compare('index', 'transactions', Number(transactions), expected.transactions);
  const sums = [unpaid, paid, shipped, ...names.flatMap(([, by]) => orderStages.map((s) => by[s]))];
  for (const [index, sum] of sums.entries()) {
    found.compare('index', `size of ${[...sets, ...nameSets][index]}`, Number(sizes[index]), sum);
  }
  for (const { kind, seq: at, subject, message } of found.list) differences.add(kind, at, subject, message);
  return 'checked';
}

function toMap(list: unknown): Map<string, string> {
  const flat = list as string[];
  const map = new Map<string, string>();
  for (let index = 0; index + 1 < flat.length; index += 2)
    map.set(flat[index] as string, flat[index + 1] as string);
  return map;
}

function compareMaps(
  kind: 'stock' | 'totals',
  found: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, number>,
  differences: Differences,
): void {
  for (const name of new Set([...found.keys(), ...expected.keys()])) {
    differences.compare(kind, name, Number(found.get(name) ?? 0), expected.get(name) ?? 0);
  }
}

function compareNames(
  found: ReadonlySet<string>,
  expected: ReadonlyMap<string, unknown>,
  differences: Differences,
): void {
  for (const name of expected.keys()) {
    if (!found.has(name)) differences.add('index', null, name, 'the name is not known to searches');
  }
  for (const name of found) {
    if (!expected.has(name)) differences.add('index', null, name, 'nothing of this name was ever ordered');
  }
}
