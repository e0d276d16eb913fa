import { noRecord, type OrderRecord } from '../model/order-record.ts';
import type { RecordedEvent } from '../orders/order-event.ts';
import { OrderFold, type PoisonEventError } from '../rebuild/order-fold.ts';

/** An event that does not fit the history of its order before it. */
export interface ImpossibleEvent {
  seq: number;
  subject: string;
  /** What does not fit. */
  message: string;
}

/** Collects the events that do not fit, such as a second placing. An `event.voided` behind one settles it. */
export class ImpossibleEvents {
  readonly #open = new Map<number, ImpossibleEvent>();
  /** Those that were voided. */
  readonly voided = new Set<number>();

  /** Those that nothing has voided, in the order of the log. */
  get list(): readonly ImpossibleEvent[] {
    return [...this.#open.values()];
  }

  /** Takes an event that a fold has left out. */
  add({ seq, subject, reason }: PoisonEventError): void {
    this.#open.set(seq, { seq, subject, message: reason });
  }

  /** Takes an event that counts, after those before it that do not. */
  settle(event: RecordedEvent): void {
    if (event.type !== 'event.voided') return;
    const { seq } = event.data;
    if (seq < event.seq && this.#open.delete(seq)) this.voided.add(seq);
  }
}

/** Folds all events of an order, and leaves out those that do not fit. */
export async function foldOrder(
  events: readonly RecordedEvent[],
  orderId: string,
): Promise<{ record: OrderRecord; impossible: ImpossibleEvents }> {
  const impossible = new ImpossibleEvents();
  const fold = new OrderFold({
    mostRecords: 1,
    load: async () => [],
    onPoison: (error) => impossible.add(error),
  });
  for (const { event } of await fold.take(events)) impossible.settle(event);
  const [found] = await fold.records([orderId]);
  return { record: found?.[1] ?? noRecord, impossible };
}
