import { relativeKeys } from '../log/generation-keys.ts';
import { type GenerationReader, type GuardedRead, readOf } from '../log/generation-reader.ts';
import type { ScriptAnswer } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { Differences } from '../model/difference.ts';
import type { FoldedLog } from './folded-log.ts';

/** Sets, or members of a set, per read: a few milliseconds of Redis's time. */
const perRead = 1_000;

/** A command, the name of its key without the prefix of the generation, and further words. */
type Asked = readonly [command: string, name: string, ...words: string[]];

/** Brings the fold to an event that was the last one at some moment. */
type FoldTo = (seq: number) => Promise<void>;

/**
 * Compares stock, totals, names, transactions, erased persons and the size of each set. They are read together with the number of the last event
 * at that moment, and compared when the fold has reached that event: so an open shop shows no false difference.
 */
export async function compareFigures(
  reader: GenerationReader,
  folded: FoldedLog,
  foldTo: FoldTo,
  differences: Differences,
): Promise<void> {
  const read = async (asked: readonly Asked[]) => {
    const [head, ...answers] = await reader.follow((keys) =>
      reader.read(keys, [
        readOf('HMGET', redisKeys.meta, 'seq', 'hash'),
        ...asked.map(
          ([command, name, ...words]): GuardedRead => readOf(command, keys.prefix + name, ...words),
        ),
      ]),
    );
    const [seq, hash] = head as (string | null)[];
    await foldTo(Number(seq));
    return { hash, answers };
  };
  const keys = relativeKeys;
  const hashes = [...folded.hashes.keys()];
  const { hash, answers } = await read([
    ...hashes.map((name) => ['HGETALL', name] as const),
    ['HGETALL', keys.names],
    ['ZRANGE', keys.erased, '0', '-1', 'WITHSCORES'],
    ['HLEN', keys.tx],
  ]);
  differences.compare('log', 'hash of the last event', hash, folded.position.hash);
  for (const [index, name] of hashes.entries())
    compareFields(kindOf(name), pairs(answers[index]), folded.hashes.get(name) ?? new Map(), differences);
  const [names, erased, transactions] = answers.slice(hashes.length);
  const ordered = [...folded.names].filter(([, orders]) => orders > 0).map(([name]) => [name, ''] as const);
  compareFields('index', pairs(names), new Map(ordered), differences);
  compareFields('erased', pairs(erased), folded.erased, differences);
  differences.compare('index', 'transactions', Number(transactions), folded.transactions);
  const sets = [...folded.sizes.keys()];
  const sizesOf = new Differences();
  const strangers = new Map<string, string>();
  for (let start = 0; start < sets.length; start += perRead) {
    const part = sets.slice(start, start + perRead);
    const { answers: found } = await read(part.map((set) => ['ZCARD', set]));
    for (const [index, set] of part.entries()) {
      const [size, expected] = [Number(found[index]), folded.sizes.get(set)];
      if (size === expected) continue;
      sizesOf.compare('index', `size of ${set}`, size, expected);
      for (let from = 0; from < size; from += perRead) {
        const page = await read([['ZRANGE', set, String(from), String(from + perRead - 1)]]);
        for (const id of page.answers[0] as string[]) if (!folded.knows(id)) strangers.set(id, set);
      }
    }
  }
  for (const [id, set] of strangers)
    differences.add('order', null, id, `it is in the index ${set}, and the log does not hold it`);
  differences.addAll(sizesOf);
}

const kindOf = (hash: string) =>
  hash === relativeKeys.stock ? 'stock' : hash === relativeKeys.totals ? 'totals' : 'index';

function pairs(answer: ScriptAnswer | undefined): Map<string, string> {
  const flat = answer as string[];
  const map = new Map<string, string>();
  for (let at = 0; at + 1 < flat.length; at += 2) map.set(flat[at] as string, flat[at + 1] as string);
  return map;
}

function compareFields(
  kind: 'stock' | 'totals' | 'index' | 'erased',
  found: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
  differences: Differences,
): void {
  const told = (value: string | undefined): string => (value === '' ? 'known' : (value ?? 'nothing'));
  for (const field of new Set([...expected.keys(), ...found.keys()]))
    differences.compare(kind, field, told(found.get(field)), told(expected.get(field)));
}
