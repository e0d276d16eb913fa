import { type GenerationReader, readOf } from '../log/generation-reader.ts';
import { eventsAt } from '../log/read-events.ts';
import { decodeRecord } from '../model/order-record.ts';
import type { RecordedEvent } from '../orders/order-event.ts';

/** All events of one order, oldest first; empty when there never was such an order. */
export async function orderHistory(reader: GenerationReader, orderId: string): Promise<RecordedEvent[]> {
  const stored = await reader.follow(async (keys) => {
    const found = await reader.read(keys, [readOf('GET', keys.order(orderId))]);
    return found === 'moved' ? found : found[0];
  });
  if (typeof stored !== 'string') return [];
  const { history } = decodeRecord(stored);
  return eventsAt(
    reader.client,
    history.map((entry) => entry.seq),
  );
}
