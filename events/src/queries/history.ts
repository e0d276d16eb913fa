import type { Store } from '../log/generation-reader.ts';
import { decodeRecord } from '../model/order-record.ts';
import type { RecordedEvent } from '../orders/order-event.ts';

/**
 * Reads all events of one order, oldest first; empty when there never was such an order. Throws what reading the events throws that have
 * left Redis.
 */
export async function orderHistory({ events, reader }: Store, orderId: string): Promise<RecordedEvent[]> {
  const stored = await reader.order(orderId);
  if (stored === null) return [];
  const { history } = decodeRecord(stored);
  return events.eventsAt(history.map((entry) => entry.seq));
}
