import { recordedEvent, storedEvent } from '../log/event-fields.ts';
import type { GenerationReader, Store } from '../log/generation-reader.ts';
import { ReadModelDamagedError } from '../log/log-errors.ts';
import { HistoryCheck, type ImpossibleEvent } from '../model/history-check.ts';
import type { DeletedOrder, OrderDocument } from '../model/order-record.ts';
import { encodeRecord, type OrderRecord, recordOf, toDocument } from '../model/order-record.ts';
import { readOrder } from '../model/read-orders.ts';
import { isOrderEvent, type RecordedEvent } from '../orders/order-event.ts';

/** Until when to look: the last event that counts, or the last moment (ms). */
type Until = { readonly seq: number } | { readonly time: number };

/** One order, once as the log tells it and once as it is stored. */
interface OrderReplay {
  readonly events: readonly RecordedEvent[];
  /** Those of the events that do not fit the ones before and were not voided. */
  readonly impossible: readonly ImpossibleEvent[];
  /** Folded from the other events. */
  readonly folded: OrderDocument | DeletedOrder | null;
  /** As the read model holds it. */
  readonly stored: OrderDocument | DeletedOrder | null;
  /** Why the stored text cannot be read; null when it can, and when nothing is stored. */
  readonly unreadable: string | null;
  readonly equal: boolean;
}

/** The order as it was: after event `seq`, or at a time. Null when it was not placed yet. */
export function orderAsOf(
  orderId: string,
  history: readonly RecordedEvent[],
  until: Until,
): OrderDocument | DeletedOrder | null {
  const then = history.filter((event) => ('seq' in until ? event.seq <= until.seq : event.ts <= until.time));
  return toDocument(orderId, recordOf(then.filter(isOrderEvent)));
}

/**
 * Folds one order from the log, found by walking it and not by what the read model lists, and compares. Reads the whole
 * log, so that an event that the read model has never heard of is found too.
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
  const { record, unreadable } = await readRecord(reader, orderId);
  const check = new HistoryCheck();
  const own = events.filter((event) => check.take(event)).filter(isOrderEvent);
  const folded = recordOf(own);
  const same = record === null ? own.length === 0 : encodeRecord(record) === encodeRecord(folded);
  return {
    events,
    impossible: check.impossible,
    folded: toDocument(orderId, folded),
    stored: record === null ? null : toDocument(orderId, record),
    unreadable,
    equal: same && unreadable === null,
  };
}

async function readRecord(
  reader: GenerationReader,
  orderId: string,
): Promise<Pick<OrderReplay, 'unreadable'> & { record: OrderRecord | null }> {
  try {
    return { record: await readOrder(reader, orderId), unreadable: null };
  } catch (error) {
    if (!(error instanceof ReadModelDamagedError)) throw error;
    return { record: null, unreadable: error.message };
  }
}
