import type { GenerationKeys } from '../log/generation-keys.ts';
import { type GenerationReader, readOf } from '../log/generation-reader.ts';
import { decodeRecord } from '../model/order-record.ts';
import { liveStatuses } from '../orders/order-state.ts';

/**
 * Finds the position (seq) of the first order that was placed at or after a time (ms); infinity when there is none yet. The orders' own documents
 * tell it, so a list needs no archive. Times never fall in the log, so a binary search finds it in about twenty short reads.
 */
export const firstSeqAt = (reader: GenerationReader, time: number): Promise<number> =>
  reader.follow(async (keys) =>
    Math.min(...(await Promise.all(liveStatuses.map((status) => firstIn(reader, keys, status, time))))),
  );

/** Finds where the first order of a state stands that was placed at or after a time. */
async function firstIn(
  reader: GenerationReader,
  keys: GenerationKeys,
  status: (typeof liveStatuses)[number],
  time: number,
): Promise<number> {
  const set = keys.set(status);
  const [size] = await reader.read(keys, [readOf('ZCARD', set)]);
  let first = Number.POSITIVE_INFINITY;
  for (let [low, high] = [0, Number(size)]; low < high; ) {
    const middle = Math.floor((low + high) / 2);
    const placed = await placedAt(reader, keys, set, middle);
    if (placed.ts >= time) [first, high] = [placed.seq, middle];
    else low = middle + 1;
  }
  return first;
}

/** Reads where and when the order at a rank of a set was placed; one that has just left it counts as placed last. */
async function placedAt(reader: GenerationReader, keys: GenerationKeys, set: string, rank: number) {
  const ranked = await reader.read(keys, [readOf('ZRANGE', set, String(rank), String(rank), 'WITHSCORES')]);
  const [id, score] = ranked[0] as (string | undefined)[];
  if (id === undefined) return { seq: Number.POSITIVE_INFINITY, ts: Number.POSITIVE_INFINITY };
  const found = await reader.read(keys, [readOf('GET', keys.order(id))]);
  return { seq: Number(score), ts: decodeRecord(String(found[0])).history[0]?.ts ?? 0 };
}
