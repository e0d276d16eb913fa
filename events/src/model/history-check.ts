import { ChainCheck, logStart, type ScannedEvent } from '../log/chain-check.ts';
import { messageOf } from '../log/log-errors.ts';
import type { LogReader } from '../log/log-reader.ts';
import { isOrderEvent, type RecordedEvent } from '../orders/order-event.ts';
import { initialState, isSettled, type OrderState } from '../orders/order-state.ts';
import { stateAfter } from './order-record.ts';

/** An event that does not fit the history of its order before it. */
export interface ImpossibleEvent {
  readonly seq: number;
  readonly subject: string;
  /** What does not fit. */
  readonly message: string;
}

/** Where an order stands, as far as the next event has to know. */
interface Place {
  readonly state: OrderState;
  readonly version: number;
}

const beginning: Place = { state: initialState(), version: 0 };

/**
 * Follows every order through the log and finds the events that cannot have happened, such as a second placing. Such an event
 * does not count: its order goes on as if it were not there. An `event.voided` that names it settles it.
 *
 * Keeps about 100 bytes per order: its id, and a place that it shares with all orders that have come as far.
 */
export class HistoryCheck {
  readonly #orders = new Map<string, Place>();
  readonly #places = new Map<string, Place>();
  readonly #open = new Map<number, ImpossibleEvent>();
  readonly #voided = new Set<number>();
  #seq = 0;
  /** An event is missing or cannot be read: what does not fit after that may be its fault. */
  #blind = false;

  /** Impossible events that nothing has voided, in the order of the log. */
  get impossible(): readonly ImpossibleEvent[] {
    return [...this.#open.values()];
  }

  /** Impossible events that were voided. */
  get voided(): ReadonlySet<number> {
    return this.#voided;
  }

  /** Takes the next entry of the log and answers its event if it counts; null when it cannot be read or is impossible. */
  scan({ seq, event }: Pick<ScannedEvent, 'seq' | 'event'>): RecordedEvent | null {
    if (event === null || seq !== this.#seq + 1) this.#blind = true;
    this.#seq = seq;
    return event !== null && this.take(event) ? event : null;
  }

  /** Takes the next event, of one order or of all, and answers whether it counts. */
  take(event: RecordedEvent): boolean {
    if (event.type === 'event.voided') {
      if (this.#open.delete(event.data.seq)) this.#voided.add(event.data.seq);
      return true;
    }
    if (!isOrderEvent(event)) return true;
    const { seq, subject } = event;
    const before = this.#orders.get(subject) ?? beginning;
    try {
      const version = before.version + 1;
      this.#orders.set(subject, this.#shared({ state: stateAfter(before.state, event, version), version }));
      return true;
    } catch (error) {
      if (this.#blind) return true;
      this.#open.set(seq, { seq, subject, message: messageOf(error) });
      return false;
    }
  }

  /**
   * The first place of its kind: one order's sale stands for all, because what can follow depends on the status alone. Of an order
   * about whose money there was a question it depends on more; there are few of them.
   */
  #shared(place: Place): Place {
    const { state } = place;
    if (isSettled(state) && (state.refund ?? state.cancellation ?? state.dispute) !== undefined) return place;
    const name = `${place.version} ${place.state.status}`;
    const first = this.#places.get(name) ?? place;
    this.#places.set(name, first);
    return first;
  }
}

/**
 * Reads the whole log and answers the events that do not fit the history of their order before them: those that nothing has
 * voided, and the seqs of those that were voided.
 */
export async function findImpossible(
  log: LogReader,
  signal?: AbortSignal,
  onProgress?: (seq: number) => void,
): Promise<Pick<HistoryCheck, 'impossible' | 'voided'>> {
  const chain = new ChainCheck(logStart);
  const history = new HistoryCheck();
  for await (const entries of log.batches(0, { signal })) {
    for (const [id, fields] of entries) history.scan(chain.check(id, fields));
    onProgress?.(chain.position.seq);
  }
  return history;
}
