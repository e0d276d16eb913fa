import { relativeKeys as keys } from '../log/generation-keys.ts';
import { type GenerationReader, type GuardedRead, readOf } from '../log/generation-reader.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { Differences } from '../model/difference.ts';
import { Figures } from './expected-figures.ts';
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
    const [head, ...answers] = await reader.follow((generation) =>
      reader.read(generation, [
        readOf('HMGET', redisKeys.meta, 'seq', 'hash'),
        ...asked.map(
          ([command, name, ...words]): GuardedRead => readOf(command, generation.prefix + name, ...words),
        ),
      ]),
    );
    const [seq, hash] = head as (string | null)[];
    await foldTo(Number(seq));
    return { hash, answers };
  };
  const { hash, answers } = await read([
    ['HGETALL', keys.stock],
    ['HGETALL', keys.totals],
    ['HKEYS', keys.names],
    ['ZRANGE', keys.erased, '0', '-1', 'WITHSCORES'],
    ['HLEN', keys.tx],
  ]);
  differences.compare('log', 'hash of the last event', hash, folded.position.hash);
  const [stock, totals, names, erased, transactions] = answers as [string[], string[], string[], string[], number];
  const found = new Figures();
  for (const [name, list] of [[keys.stock, stock], [keys.totals, totals], [keys.erased, erased]] as const)
    for (let at = 0; at < list.length; at += 2) found.put(name, list[at] ?? '', Number(list[at + 1]));
  for (const name of names) found.put(keys.names, name, 1);
  found.put(keys.tx, 'transactions', transactions);
  for (const name of new Set([...folded.figures.fields.keys(), ...found.fields.keys()])) {
    const [where = '', field = ''] = /^(\w+) (.*)$/s.exec(name)?.slice(1) ?? [];
    const kind = where === keys.stock || where === keys.totals || where === keys.erased ? where : 'index';
    differences.compare(
      kind as 'stock' | 'totals' | 'erased' | 'index',
      field,
      found.fields.get(name) ?? 0,
      folded.figures.fields.get(name) ?? 0,
    );
  }
  const { sizes } = folded.figures;
  const sets = [...sizes.keys()];
  const wrong = new Map<string, number>();
  const ofSizes = new Differences();
  for (let start = 0; start < sets.length; start += perRead) {
    const part = sets.slice(start, start + perRead);
    const { answers: counts } = await read(part.map((set) => ['ZCARD', set]));
    for (const [index, set] of part.entries()) {
      const size = Number(counts[index]);
      ofSizes.compare('index', `size of ${set}`, size, sizes.get(set));
      if (size !== sizes.get(set)) wrong.set(set, size);
    }
  }
  const strangers = new Map<string, string>();
  for (const [set, size] of wrong)
    for (let from = 0; from < size; from += perRead) {
      const page = await read([['ZRANGE', set, String(from), String(from + perRead - 1)]]);
      for (const id of page.answers[0] as string[]) if (!folded.knows(id)) strangers.set(id, set);
    }
  for (const [id, set] of strangers)
    differences.add('order', null, id, `it is in the index ${set}, and the log does not hold it`);
  differences.addAll(ofSizes);
}
