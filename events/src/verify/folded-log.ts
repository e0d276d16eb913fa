import { ChainCheck, type LogPosition, logStart } from '../log/chain-check.ts';
import type { RawEntry } from '../log/event-fields.ts';
import type { LogReader } from '../log/log-reader.ts';
import { Differences } from '../model/difference.ts';
import { type OrderRecord, recordOf } from '../model/order-record.ts';
import { isOrderEvent } from '../orders/order-event.ts';
import { Projection } from '../orders/projection.ts';
import { OrderFold } from '../rebuild/order-fold.ts';
import { ExpectedFigures } from './expected-figures.ts';
import { ImpossibleEvents } from './impossible-events.ts';

/** An order by its id, and its record. */
export type FoldedOrder = readonly [id: string, record: OrderRecord];

/** Orders whose records are in memory at most, about 150 MB. */
const mostOrders = 100_000;

/**
 * What a rebuild would make of the log, in memory, and the faults of the log itself. The records of recent orders stay
 * in memory; another one is read from the log when one more event follows. What stays is about 200 bytes for an order and 300 for a person.
 */
export class FoldedLog {
  readonly impossible = new ImpossibleEvents();
  readonly expected: ExpectedFigures;
  readonly orders: OrderFold;
  readonly #faults: Differences;
  readonly #chain = new ChainCheck(logStart);
  /** The first event that is missing or cannot be read: what does not fit after that may be its fault. */
  #unknown = Number.POSITIVE_INFINITY;
  /** Order -> positions of its events. */
  readonly #seqs = new Map<string, number[]>();

  /** @param faults takes the faults of the log */
  constructor(log: Pick<LogReader, 'eventsAt'>, faults: Differences, projection = new Projection()) {
    this.expected = new ExpectedFigures(projection);
    this.#faults = faults;
    this.orders = new OrderFold({
      mostRecords: mostOrders,
      load: async (ids) => {
        const events = await log.eventsAt(ids.flatMap((id) => this.#seqs.get(id) ?? []));
        const byOrder = Map.groupBy(events.filter(isOrderEvent), ({ subject }) => subject);
        return Array.from(byOrder, ([id, own]) => [id, recordOf(own)] as const);
      },
      onPoison: (error) => {
        const { seq, subject, message } = error;
        if (seq < this.#unknown) this.impossible.add(error);
        else faults.add('order', seq, subject, message);
      },
    });
  }

  /** The last event that was folded. */
  get position(): LogPosition {
    return this.#chain.position;
  }

  /** Number of events of an order. */
  version(orderId: string): number {
    return this.#seqs.get(orderId)?.length ?? 0;
  }

  /** Folds the next entries of the log and answers the orders that they change. */
  async take(entries: readonly RawEntry[]): Promise<FoldedOrder[]> {
    const events = entries.flatMap(([id, fields]) => {
      const next = this.position.seq + 1;
      const { seq, stored, event, faults } = this.#chain.check(id, fields);
      for (const fault of faults) this.#faults.add('log', seq, stored?.subject ?? '', fault);
      if (event === null || seq !== next) this.#unknown = Math.min(this.#unknown, next);
      return event ?? [];
    });
    const changed = new Map<string, OrderRecord>();
    for (const folded of await this.orders.take(events)) {
      this.expected.count(folded);
      const { event, after } = folded;
      this.impossible.settle(event);
      if (after === undefined) continue;
      changed.set(event.subject, after);
      const seqs = this.#seqs.get(event.subject);
      if (seqs === undefined) this.#seqs.set(event.subject, [event.seq]);
      else seqs.push(event.seq);
    }
    return [...changed];
  }
}

/** Reads the whole log for the events that do not fit. Throws what reading the log throws, and the signal's reason. */
export async function findImpossible(
  log: LogReader,
  signal?: AbortSignal,
  onProgress?: (seq: number) => void,
): Promise<ImpossibleEvents> {
  const folded = new FoldedLog(log, new Differences());
  for await (const entries of log.batches(0, { signal })) {
    await folded.take(entries);
    onProgress?.(folded.position.seq);
  }
  return folded.impossible;
}
