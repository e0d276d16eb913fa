import { storedEvent } from '../log/event-fields.ts';
import { type GenerationReader, readOf, type Store } from '../log/generation-reader.ts';
import { type RawEntry, streamEntries } from '../log/read-events.ts';
import { liveStatuses } from '../orders/order-state.ts';

/**
 * Finds the order that was placed with the event at a position; null when that event placed none. Of an event that has left Redis the lists tell
 * it, and only for an order that is deleted its archive is asked. Throws what that throws.
 */
export async function orderIdAt({ client, reader, events }: Store, seq: number): Promise<string | null> {
  const [entry] = await client.run((connection) => streamEntries(connection, `${seq}-0`, `${seq}-0`));
  if (entry !== undefined) return placedBy(entry);
  const listed = await reader.follow(async (keys) => {
    const at = String(seq);
    const found = await reader.read(
      keys,
      liveStatuses.map((status) => readOf('ZRANGEBYSCORE', keys.set(status), at, at)),
    );
    return found === 'moved' ? found : (found as string[][]).flat();
  });
  if (listed[0] !== undefined) return listed[0];
  const [past] = await events.entriesAt([seq]);
  return past === undefined ? null : placedBy(past);
}

function placedBy(entry: RawEntry): string | null {
  const { type, subject } = storedEvent(...entry);
  return type === 'order.created' ? subject : null;
}

/** Finds the order that a transaction has paid; null when it paid none. */
export function orderIdOfPayment(reader: GenerationReader, transactionId: string): Promise<string | null> {
  return reader.follow(async (keys) => {
    const found = await reader.read(keys, [readOf('HGET', keys.tx, transactionId)]);
    return found === 'moved' ? found : (found[0] as string | null);
  });
}
