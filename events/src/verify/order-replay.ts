import { recordedEvent, storedEvent } from '../log/event-fields.ts';
import type { Store } from '../log/generation-reader.ts';
import { type ArchiveMoment, isNotLater } from '../log/past-events.ts';
import { type DeletedOrder, type OrderDocument, recordOf, toDocument } from '../model/order-record.ts';
import { isOrderEvent, type RecordedEvent } from '../orders/order-event.ts';
import { documentDifference } from './compare-orders.ts';
import { foldOrder, type ImpossibleEvent } from './impossible-events.ts';

/** The order as it was: after event `seq`, or at a time. Null when it was not placed yet. */
export function orderAsOf(
  orderId: string,
  history: readonly RecordedEvent[],
  until: ArchiveMoment,
): OrderDocument | DeletedOrder | null {
  const then = history.filter(({ ts, seq }) => isNotLater(until, ts, seq));
  return toDocument(orderId, recordOf(then.filter(isOrderEvent)));
}

/** One order as the log tells it, and how its stored document differs. */
interface OrderReplay {
  events: readonly RecordedEvent[];
  /** Those of the events that do not fit the ones before and were not voided. */
  impossible: readonly ImpossibleEvent[];
  /** Folded from the other events. */
  folded: OrderDocument | DeletedOrder | null;
  /** In what the stored document differs; null when it does not. */
  difference: string | null;
}

/**
 * Folds one order from the log, found by walking it and not by what the read model lists, and compares. Reads the whole
 * log, so that an event that the read model does not know is found too.
 */
export async function replayOrder(
  { reader, events: log }: Store,
  orderId: string,
  signal?: AbortSignal,
  onProgress?: (seq: number) => void,
): Promise<OrderReplay> {
  const events: RecordedEvent[] = [];
  for await (const entries of log.batches(0, { signal })) {
    for (const [id, fields] of entries)
      if (fields[1] === orderId) events.push(recordedEvent(storedEvent(id, fields)));
    onProgress?.(Number.parseInt(entries.at(-1)?.[0] ?? '0', 10));
  }
  const { record, impossible } = await foldOrder(events, orderId);
  return {
    events,
    impossible: impossible.list,
    folded: toDocument(orderId, record),
    difference: documentDifference(record, await reader.order(orderId)),
  };
}
