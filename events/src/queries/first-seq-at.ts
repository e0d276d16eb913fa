import type { GenerationKeys } from '../log/generation-keys.ts';
import type { GenerationReader, Store } from '../log/generation-reader.ts';
import { readHead } from '../log/store-head.ts';
import { readRecords } from '../model/read-orders.ts';
import { liveStatuses } from '../orders/order-state.ts';
import { findOrders } from './find-orders.ts';

/**
 * Finds the position from which on orders were placed at or after a time (ms); one past the head when there is none yet. Times never fall
 * in the log, so a binary search finds it in about twenty short reads. It asks the documents of orders, because events of that time may
 * have left Redis.
 */
export async function firstSeqAt(
  { client, reader }: Store,
  keys: GenerationKeys,
  time: number,
): Promise<number> {
  let [low, high] = [1, (await readHead(client)).seq + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const placed = await firstPlacedFrom(reader, keys, middle);
    if (placed === undefined || placed.ts >= time) high = middle;
    else low = placed.seq + 1;
  }
  return low;
}

/** Finds where and when the first live order at or behind a position was placed. */
async function firstPlacedFrom(reader: GenerationReader, keys: GenerationKeys, from: number) {
  const range = { from, below: Number.POSITIVE_INFINITY };
  const search = { direction: 'oldest', period: range, range, count: 1 } as const;
  const { orders } = await findOrders(reader, keys, liveStatuses.map(keys.set), search);
  const records = await readRecords(
    reader,
    keys,
    orders.map(({ id }) => id),
  );
  for (const { history } of records.values()) return history[0];
  return undefined;
}
