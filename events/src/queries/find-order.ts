import { storedEvent } from '../log/event-fields.ts';
import { readOf, type Store } from '../log/generation-reader.ts';
import { decodeRecord } from '../model/order-record.ts';
import type { RecordedEvent } from '../orders/order-event.ts';
import { liveStatuses } from '../orders/order-state.ts';

/**
 * Finds the order that was placed with the event at a position; null when that event placed none. The lists know it, unless the order is deleted:
 * then the log is asked. Throws what reading the log throws.
 */
export async function orderIdAt({ reader, events }: Store, seq: number): Promise<string | null> {
  const at = String(seq);
  const listed = await reader.readAll((keys) =>
    liveStatuses.map((status) => readOf('ZRANGEBYSCORE', keys.set(status), at, at)),
  );
  const [live] = (listed as string[][]).flat();
  if (live !== undefined) return live;
  const [entry] = await events.entriesAt([seq]);
  if (entry === undefined) return null;
  const { type, subject } = storedEvent(...entry);
  return type === 'order.created' ? subject : null;
}

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
