import type { GenerationKeys } from '../log/generation-keys.ts';
import { type GenerationReader, type GuardedRead, readOf } from '../log/generation-reader.ts';
import { partsOf } from '../log/parts.ts';
import type { ScriptAnswer } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { type Difference, Differences } from '../model/difference.ts';
import { decodeRecord } from '../model/order-record.ts';
import { placesOf } from '../model/project.ts';
import { liveStatuses } from '../orders/order-state.ts';
import { daysFrom, shiftDay } from '../orders/shop-clock.ts';
import type { FoldedLog } from './folded-log.ts';

/** Sets, or members of a set, per read: a few milliseconds of Redis's time. */
const perRead = 1_000;

/**
 * Compares stock, totals, sales, names, transactions, erased persons and the size of each set. They are read together with the number of the last event
 * at that moment, and compared when the fold has reached that event: so an open shop shows no false difference.
 *
 * Answers what is wrong with the sizes of sets, which says less than what is wrong with an order.
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
): Promise<Differences> {
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
  const ofSizes = new Differences();
  const sets = setsToCount(expected.sizes.keys());
  for (const part of partsOf(sets, perRead)) {
    const [, ...sizes] = await read((keys) => part.map((set) => readOf('ZCARD', keys.prefix + set)));
    for (const [index, set] of part.entries()) {
      if (sizes[index] !== (expected.sizes.get(set) ?? 0)) suspects.add(set);
      ofSizes.compare('index', `size of ${set}`, sizes[index], expected.sizes.get(set) ?? 0);
    }
  }
  for (const month of monthsAround(expected.sales.keys())) {
    const [, found] = await read((keys) => [readOf('HGETALL', keys.sales(month))]);
    compare('sales', expected.sales.get(month) ?? new Map(), numbersIn(found));
  }
  return ofSizes;
}

/** All months from the one before the first to the one after the last of some months: sales may stand in one that had none. */
function monthsAround(months: Iterable<string>): Set<string> {
  const known = [...months].sort();
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return new Set();
  return new Set(
    daysFrom(shiftDay(`${first}-01`, -1), shiftDay(`${last}-28`, 4)).map((day) => day.slice(0, 7)),
  );
}

/** Names the orders that are in one of these sets where the log does not put them. Their documents have been compared before. */
export async function compareMembers(
  reader: GenerationReader,
  folded: FoldedLog,
  suspects: Iterable<string>,
  differences: Differences,
): Promise<void> {
  const strangers = new Map<string, string>();
  const isPlaced = (id: string, set: string, document: string): boolean => {
    try {
      const record = decodeRecord(document);
      // An order that was placed after the fold is not known yet.
      const isKnown = folded.version(id) > 0 || (record.history[0]?.seq ?? 0) > folded.position.seq;
      return isKnown && placesOf(record).has(set);
    } catch {
      return false;
    }
  };
  for (const set of suspects)
    for (let from = 0; ; from += perRead) {
      const ids = await reader.readOne<string[]>((keys) =>
        readOf('ZRANGE', keys.prefix + set, String(from), String(from + perRead - 1)),
      );
      const found = (await reader.readAll((keys) =>
        ids.flatMap((id) => [readOf('ZSCORE', keys.prefix + set, id), readOf('GET', keys.order(id))]),
      )) as (string | null)[];
      for (const [index, id] of ids.entries())
        if (found[2 * index] !== null && !isPlaced(id, set, found[2 * index + 1] ?? ''))
          strangers.set(id, set);
      if (ids.length < perRead) break;
    }
  for (const [id, set] of strangers)
    differences.add('order', null, id, `it is in the index ${set}, and the log does not put it there`);
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
