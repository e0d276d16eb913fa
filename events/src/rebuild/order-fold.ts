import type { StoredEvent } from '../log/event-fields.ts';
import { messageOf } from '../log/log-errors.ts';
import { nextRecord, noRecord, type OrderRecord, type RecordedOrderEvent } from '../model/order-record.ts';
import { isOrderEvent, type OrderEvent, type RecordedEvent } from '../orders/order-event.ts';

/** An event that counts; of an order with its record before and after. */
export type FoldedEvent =
  | {
      event: Exclude<RecordedEvent, { type: OrderEvent['type'] }>;
      before?: undefined;
      after?: undefined;
    }
  | { event: RecordedOrderEvent; before: OrderRecord; after: OrderRecord };

/** An event that is damaged or cannot follow the events before it: no read models can be made of it. */
export class PoisonEventError extends Error {
  readonly seq: number;
  /** Order or tool id. */
  readonly subject: string;
  readonly reason: string;

  /**
   * @param event its position in the log, its type and its subject
   * @param reason why it cannot be projected
   */
  constructor({ seq, type, subject }: Pick<StoredEvent, 'seq' | 'type' | 'subject'>, reason: string) {
    super(`Event ${seq} (${type}) cannot be projected: ${reason}`);
    this.name = 'PoisonEventError';
    this.seq = seq;
    this.subject = subject;
    this.reason = reason;
  }
}

/** What a fold needs to know. */
interface FoldSource {
  /** How many records it keeps in memory, about. */
  mostRecords: number;
  /** Reads the records of orders as the events until now leave them; orders that are not placed yet are left out. */
  load(ids: readonly string[]): Promise<Iterable<readonly [id: string, record: OrderRecord]>>;
  /** Called for an event that cannot follow; it is left out unless this throws. */
  onPoison(error: PoisonEventError): void;
}

/** Folds the events of the log into the records of their orders. The records of recent orders stay in memory. */
export class OrderFold {
  readonly #source: FoldSource;
  readonly #records = new Map<string, OrderRecord>();

  constructor(source: FoldSource) {
    this.#source = source;
  }

  /** Folds the next events of the log and answers those that count. Throws what the source throws. */
  async take(events: readonly RecordedEvent[]): Promise<FoldedEvent[]> {
    for (const id of this.#records.keys()) {
      if (this.#records.size <= this.#source.mostRecords) break;
      this.#records.delete(id);
    }
    await this.records(new Set(events.filter(isOrderEvent).map(({ subject }) => subject)));
    return events.flatMap((event): FoldedEvent | never[] => {
      if (!isOrderEvent(event)) return { event };
      const before = this.#records.get(event.subject) ?? noRecord;
      try {
        const after = nextRecord(before, event);
        this.#records.set(event.subject, after);
        return { event, before, after };
      } catch (error) {
        this.#source.onPoison(new PoisonEventError(event, messageOf(error)));
        return [];
      }
    });
  }

  /** Answers the records of some orders as the last event leaves them; orders that are not placed yet are left out. */
  async records(ids: Iterable<string>): Promise<(readonly [id: string, record: OrderRecord])[]> {
    const wanted = [...ids];
    const away = wanted.filter((id) => !this.#records.has(id));
    if (away.length > 0)
      for (const [id, record] of await this.#source.load(away)) this.#records.set(id, record);
    return wanted.flatMap((id) => {
      const record = this.#records.get(id);
      return record === undefined ? [] : [[id, record] as const];
    });
  }

  /** Drops all records from memory. */
  clear(): void {
    this.#records.clear();
  }
}
