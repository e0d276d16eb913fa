import type { Store } from '../log/generation-reader.ts';
import { eventsAt } from '../log/read-events.ts';
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
