import { recordedEvent, storedEvent } from '../log/event-fields.ts';
import { type GenerationReader, readOf } from '../log/generation-reader.ts';
import { LogDamagedError } from '../log/log-errors.ts';
import { recordKeys } from '../log/record-keys.ts';
import type { RecordClient } from '../order-log.ts';
import type { RecordedEvent } from '../orders/order-event.ts';
import { decodeRecord } from '../projection/order-record.ts';

/** The events at these places of the log, in the order asked. Throws `LogDamagedError` when one is not there. */
export async function eventsAt(client: RecordClient, seqs: readonly number[]): Promise<RecordedEvent[]> {
  const found = await client.run((connection) =>
    Promise.all(seqs.map((seq) => connection.xRange(recordKeys.events, `${seq}-0`, `${seq}-0`))),
  );
  return found.map((entries, index) => {
    const entry = entries?.[0];
    if (entry === undefined) throw new LogDamagedError(seqs[index] ?? 0, 'it is missing');
    return recordedEvent(storedEvent(entry.id, entry.message));
  });
}

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
