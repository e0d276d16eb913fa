import type { GenerationKeys } from '../log/generation-keys.ts';
import { type GenerationReader, type GuardedRead, readOf } from '../log/generation-reader.ts';
import { partsOf } from '../log/parts.ts';
import type { ScriptAnswer } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { Difference, Differences } from '../model/difference.ts';
import { decodeRecord } from '../model/order-record.ts';
import { placesOf } from '../model/project.ts';
import { liveStatuses } from '../orders/order-state.ts';
import type { FoldedLog } from './folded-log.ts';

/** Sets, or members of a set, per read: a few milliseconds of Redis's time. */
const perRead = 1_000;

/**
 * Compares stock, totals, names, transactions, erased persons and the size of each set. They are read together with the number of the last event
 * at that moment, and compared when the fold has reached that event: so an open shop shows no false difference.
 *
 * @param foldTo brings the fold to an event that was the last one at some moment
 * @param suspects takes the sets of a wrong size
 */
export async function compareFigures(
  reader: GenerationReader,
  folded: FoldedLog,
  foldTo: (seq: number) => Promise<void>,
  differences: Differences,
  suspects: Set<string>,
): Promise<void> {
  const { expected } = folded;
  const read = async (reads: (keys: GenerationKeys) => GuardedRead[]): Promise<ScriptAnswer[]> => {
    const [head, ...answers] = await reader.readAll((keys) => [
      readOf('HMGET', redisKeys.meta, 'seq', 'hash'),
      ...reads(keys),
    ]);
    const [seq, hash] = head as (string | null)[];
    await foldTo(Number(seq));
    return [hash ?? null, ...answers];
  };
  const compare = (
    kind: Difference['kind'],
    wanted: ReadonlyMap<string, number>,
    found: ReadonlyMap<string, number>,
  ): void => {
    for (const name of new Set([...wanted.keys(), ...found.keys()]))
      differences.compare(kind, name, found.get(name) ?? 0, wanted.get(name) ?? 0);
  };
  const [hash, stock, totals, erased, names, transactions] = await read((keys) => [
    readOf('HGETALL', keys.stock),
    readOf('HGETALL', keys.totals),
    readOf('ZRANGE', keys.erased, '0', '-1', 'WITHSCORES'),
    readOf('HKEYS', keys.names),
    readOf('HLEN', keys.tx),
  ]);
  differences.compare('log', 'hash of the last event', hash, folded.position.hash);
  compare('stock', expected.stock, numbersIn(stock));
  compare('totals', expected.totals, numbersIn(totals));
  compare('erased', expected.erased, numbersIn(erased));
  const ordered = [...expected.names].map(([name, orders]) => [name, orders > 0 ? 1 : 0] as const);
  compare('index', new Map(ordered), new Map((names as string[]).map((name) => [name, 1])));
  differences.compare('index', 'transactions', transactions, expected.transactions);
  const sets = setsToCount(expected.sizes.keys());
  for (const part of partsOf(sets, perRead)) {
    const [, ...sizes] = await read((keys) => part.map((set) => readOf('ZCARD', keys.prefix + set)));
    for (const [index, set] of part.entries()) {
      if (sizes[index] !== (expected.sizes.get(set) ?? 0)) suspects.add(set);
      differences.compare('index', `size of ${set}`, sizes[index], expected.sizes.get(set) ?? 0);
    }
  }
}

/** Names the orders that are in one of these sets and must not be, as their own documents say. */
export async function compareMembers(
  reader: GenerationReader,
  suspects: Iterable<string>,
  differences: Differences,
): Promise<void> {
  for (const set of suspects)
    for (let from = 0; ; from += perRead) {
      const ids = await reader.readOne<string[]>((keys) =>
        readOf('ZRANGE', keys.prefix + set, String(from), String(from + perRead - 1)),
      );
      const found = (await reader.readAll((keys) =>
        ids.flatMap((id) => [readOf('ZSCORE', keys.prefix + set, id), readOf('GET', keys.order(id))]),
      )) as (string | null)[];
      for (const [index, id] of ids.entries())
        if (found[2 * index] !== null && !putsInto(set, found[2 * index + 1] ?? ''))
          differences.add('index', null, id, `it is in the index ${set}, and its document does not say so`);
      if (ids.length < perRead) break;
    }
}

function putsInto(set: string, document: string): boolean {
  try {
    return placesOf(decodeRecord(document)).has(set);
  } catch {
    return false;
  }
}

/** These sets, and those of the other states of the same person or tool name: an order may be in one where none belongs. */
function setsToCount(sets: Iterable<string>): string[] {
  const all = new Set<string>();
  for (const set of sets) {
    const [, scope] = /^((?:person|name):.*:)/.exec(set) ?? [];
    for (const each of scope === undefined ? [set] : liveStatuses.map((status) => scope + status))
      all.add(each);
  }
  return [...all];
}

function numbersIn(answer: ScriptAnswer | undefined): Map<string, number> {
  const list = answer as string[];
  const numbers = new Map<string, number>();
  for (let at = 0; at < list.length; at += 2) numbers.set(list[at] ?? '', Number(list[at + 1]));
  return numbers;
}
