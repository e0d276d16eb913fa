import type { Redis } from 'ioredis';
import { recordedEvent, storedEvent } from '../log/event-fields.ts';
import { rawEntriesAt } from '../log/read-events.ts';
import { decodeLine, noRecord, type OrderRecord, recordOf } from '../model/order-record.ts';
import { isOrderEvent } from '../orders/order-event.ts';

/**
 * Folds an order again from its own events before the position `seq`. `stored` is its document, which lists where they are; an order
 * whose document cannot be read comes back empty.
 */
export async function recallOrder(redis: Redis, stored: string | null, seq: number): Promise<OrderRecord> {
  try {
    const { history } = decodeLine(stored ?? '');
    const own = history.map((entry) => entry.seq).filter((position) => position < seq);
    const events = (await rawEntriesAt(redis, own)).map(([id, fields]) =>
      recordedEvent(storedEvent(id, fields)),
    );
    return recordOf(events.filter(isOrderEvent));
  } catch {
    return noRecord;
  }
}

/** Checks whether a stored document knows more events than `version`. */
export function isLater(stored: string | null, version: number): boolean {
  try {
    return stored !== null && decodeLine(stored).history.length > version;
  } catch {
    return false;
  }
}
