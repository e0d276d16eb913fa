import type { Store } from '../log/generation-reader.ts';
import { eventsAt } from '../log/read-events.ts';
import type { RedisClient } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { decodeRecord } from '../model/order-record.ts';
import type { RecordedEvent } from '../orders/order-event.ts';

/** All events of one order, oldest first; empty when there never was such an order. */
export async function orderHistory({ client, reader }: Store, orderId: string): Promise<RecordedEvent[]> {
  const stored = await reader.order(orderId);
  if (stored === null) return [];
  const { history } = decodeRecord(stored);
  return eventsAt(
    client,
    history.map((entry) => entry.seq),
  );
}

/**
 * Finds the position of the first event at or after a time (ms); one past the head when there is none yet. Times never fall
 * in the log and positions are dense, so a binary search finds it in about twenty short reads.
 */
export async function firstSeqAt(client: RedisClient, time: number): Promise<number> {
  const timeOf = async (seq: number): Promise<number> => {
    const entries = await client.run((connection) =>
      connection.xRange(redisKeys.events, `${seq}-0`, `${seq}-0`),
    );
    return Number(entries?.[0]?.message.ts ?? Number.POSITIVE_INFINITY);
  };
  const head = await client.run((connection) => connection.hGet(redisKeys.meta, 'seq'));
  let low = 1;
  let high = Number(head ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await timeOf(middle)) >= time) high = middle;
    else low = middle + 1;
  }
  return low;
}
