import { storedEvent } from '../log/event-fields.ts';
import type { GenerationKeys } from '../log/generation-keys.ts';
import { type GenerationReader, readOf, type Store } from '../log/generation-reader.ts';
import { borderFields, borderOf } from '../log/past-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { decodeRecord } from '../model/order-record.ts';
import { liveStatuses } from '../orders/order-state.ts';

/**
 * Finds the position from which on orders were placed at or after a time (ms); one past the head when there is none yet. Times never fall
 * in the log and positions are dense, so a binary search finds it in about twenty short reads. Of a time whose events have left Redis the
 * orders' own documents tell it: a list needs no archive.
 */
export async function firstSeqAt(store: Store, time: number): Promise<number> {
  const { client, reader } = store;
  const [head, ...trimmed] = await client.run((connection) =>
    connection.hmGet(redisKeys.meta, ['seq', ...borderFields]),
  );
  const border = borderOf(trimmed);
  if (border !== null && time <= border.ts) {
    const seqs = await reader.follow((keys) => firstPlacedAt(reader, keys, time));
    return Math.min(border.seq + 1, ...seqs);
  }
  return lowest((border?.seq ?? 0) + 1, Number(head ?? 0) + 1, async (seq) => {
    const [entry] = await store.events.entriesAt([seq]);
    return entry === undefined || Number(storedEvent(...entry).ts) >= time;
  });
}

/** Searches the lowest number from `low` on for which a test holds, as it does for all above it; `high` when it holds for none below. */
async function lowest(
  low: number,
  high: number,
  holds: (middle: number) => Promise<boolean>,
): Promise<number> {
  if (low >= high) return high;
  const middle = Math.floor((low + high) / 2);
  return (await holds(middle)) ? lowest(low, middle, holds) : lowest(middle + 1, high, holds);
}

/** Finds of each state where its first order stands that was placed at or after a time. */
async function firstPlacedAt(
  reader: GenerationReader,
  keys: GenerationKeys,
  time: number,
): Promise<number[]> {
  return Promise.all(
    liveStatuses.map(keys.set).map(async (set) => {
      const [size] = await reader.read(keys, [readOf('ZCARD', set)]);
      let first = Number.POSITIVE_INFINITY;
      await lowest(0, Number(size), async (rank) => {
        const placed = await placedAt(reader, keys, set, rank);
        if (placed.ts >= time) first = placed.seq;
        return placed.ts >= time;
      });
      return first;
    }),
  );
}

/** Reads where and when the order at a rank of a set was placed; one that has just left it counts as placed last. */
async function placedAt(reader: GenerationReader, keys: GenerationKeys, set: string, rank: number) {
  const ranked = await reader.read(keys, [readOf('ZRANGE', set, String(rank), String(rank), 'WITHSCORES')]);
  const [id, score] = ranked[0] as (string | undefined)[];
  if (id === undefined) return { seq: Number.POSITIVE_INFINITY, ts: Number.POSITIVE_INFINITY };
  const found = await reader.read(keys, [readOf('GET', keys.order(id))]);
  return { seq: Number(score), ts: decodeRecord(String(found[0])).history[0]?.ts ?? 0 };
}
