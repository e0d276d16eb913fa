import { recordedEvent, storedEvent } from '../log/event-fields.ts';
import type { LogReader } from '../log/log-reader.ts';
import type { RawEntry } from '../log/read-events.ts';
import { decodeRecord, noRecord, type OrderRecord, recordOf } from '../model/order-record.ts';
import { isOrderEvent } from '../orders/order-event.ts';

/**
 * Folds an order again from its own events before the position `seq`. `stored` is its document, which lists where they are; an order
 * whose document cannot be read comes back empty. Throws what reading the log throws.
 */
export async function recallOrder(log: LogReader, stored: string | null, seq: number): Promise<OrderRecord> {
  const own = seqsOf(stored).filter((position) => position < seq);
  return recordOrNone(await log.entriesAt(own));
}

function seqsOf(stored: string | null): number[] {
  try {
    return decodeRecord(stored ?? '').history.map((entry) => entry.seq);
  } catch {
    return [];
  }
}

function recordOrNone(entries: readonly RawEntry[]): OrderRecord {
  try {
    return recordOf(
      entries.map(([id, fields]) => recordedEvent(storedEvent(id, fields))).filter(isOrderEvent),
    );
  } catch {
    return noRecord;
  }
}

/** Checks whether a stored document knows more events than `version`. */
export function isLater(stored: string | null, version: number): boolean {
  try {
    return stored !== null && decodeRecord(stored).history.length > version;
  } catch {
    return false;
  }
}
