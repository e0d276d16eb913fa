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
      readOf('HGETALL', keys.names),
      readOf('HLEN', keys.tx),
      ...[...sets, ...nameSets].map((key) => readOf('ZCARD', key)),
    ],
  ]);
  if (answers === 'moved') return 'moved';
  const [head, totals, stock, counts, transactions, ...sizes] = answers[0] ?? [];
  const [seq, hash] = head as (string | null)[];
  if (Number(seq) > place.seq) return 'behind';
  const found = new Differences();
  found.compare('log', 'last event', String(place.seq), seq);
  found.compare('log', 'hash of the last event', place.hash, hash);
  for (const [field, value] of Object.entries(expected.totals)) {
    found.compare('totals', field, Number(toMap(totals).get(field) ?? 0), value);
  }
  compareMaps('stock', toMap(stock), expected.stock, found);
  const live = new Map(names.map(([name, by]) => [name, by.unpaid + by.paid + by.shipped]));
  compareMaps('index', toMap(counts), live, found);
  found.compare('index', 'transactions', Number(transactions), expected.transactions);
  const { unpaid, paid, shipped } = expected.totals;
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
  kind: 'stock' | 'index',
  found: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, number>,
  differences: Differences,
): void {
  for (const name of new Set([...found.keys(), ...expected.keys()])) {
    differences.compare(kind, name, Number(found.get(name) ?? 0), expected.get(name) ?? 0);
  }
}
