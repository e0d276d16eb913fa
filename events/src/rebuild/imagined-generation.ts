import type { FieldChange } from '../log/append.ts';
import type { GenerationKeys } from '../log/generation-keys.ts';
import { encodeRecord, type OrderRecord } from '../model/order-record.ts';
import type { RecordedEvent } from '../orders/order-event.ts';
import { liveStatuses } from '../orders/order-state.ts';
import { type BatchChanges, foldBatch, type PoisonEventError } from './batch.ts';

/** An order as this release would store it. */
export interface ImaginedOrder {
  readonly id: string;
  readonly record: OrderRecord;
  /** Its document. */
  readonly text: string;
  /** Set -> its score there. */
  readonly places: ReadonlyMap<string, string>;
}

/** What some events have led to. */
export interface ImaginedBatch {
  /** Orders to which nothing, or hardly anything, can happen any more: deleted or shipped ones. */
  readonly finished: readonly ImaginedOrder[];
  /** Transaction -> order. */
  readonly transactions: ReadonlyMap<string, string>;
}

/**
 * The read models that a rebuild with this release would make of the log, folded by the same code and kept in memory instead of
 * Redis. Of an order that is finished only the id is remembered once it is forgotten, so what grows with the shop is
 * about 100 bytes per order; the orders that are still going on are kept whole.
 */
export class ImaginedGeneration {
  readonly #keys: GenerationKeys;
  readonly #orders = new Map<string, OrderRecord>();
  /** Forgotten orders, one for all of the same state and number of events: the next event of any is refused the same way. */
  readonly #finished = new Map<string, OrderRecord>();
  readonly #texts = new Map<string, string>();
  readonly #places = new Map<string, Map<string, string>>();
  /** Tool name -> its orders that are not deleted. */
  readonly #named = new Map<string, number>();
  readonly #poison = new Map<number, PoisonEventError>();
  /** Hash -> field -> value; without the transactions. */
  readonly hashes: ReadonlyMap<string, Map<string, string>>;
  /** Sets that hold orders of the whole shop -> how many. */
  readonly sizes: ReadonlyMap<string, number>;
  transactions = 0;

  constructor(keys: GenerationKeys) {
    this.#keys = keys;
    this.hashes = new Map([keys.stock, keys.totals, keys.names].map((key) => [key, new Map()]));
    this.sizes = new Map(
      [...liveStatuses.map(keys.set), keys.deleted, keys.attention, keys.erased].map((key) => [key, 0]),
    );
  }

  /** Events that do not fit the history before them and that nothing has voided: a rebuild would stop there. */
  get poison(): Iterable<PoisonEventError> {
    return this.#poison.values();
  }

  /** Orders that were placed, also those that are deleted. */
  get count(): number {
    return this.#orders.size;
  }

  /** Ids of the orders that are still going on. */
  get openOrders(): string[] {
    return [...this.#texts.keys()];
  }

  /** An order that is still going on, as far as the events tell; null when it is finished. */
  open(id: string): ImaginedOrder | null {
    const text = this.#texts.get(id);
    const record = this.#orders.get(id);
    if (text === undefined || record === undefined) return null;
    return { id, record, text, places: this.#places.get(id) ?? new Map() };
  }

  /** Takes the next events. */
  take(events: readonly RecordedEvent[]): ImaginedBatch {
    const changes = foldBatch(this.#keys, this.#orders, events, (error) =>
      this.#poison.set(error.seq, error),
    );
    for (const { type, seq, data } of events)
      if (type === 'event.voided' && data.seq < seq) this.#poison.delete(data.seq);
    const transactions = this.#applyFields(changes);
    this.#applyPlaces(changes);
    this.#applyNames(changes);
    const start = this.#keys.order('').length;
    for (const [key, text] of changes.documents) this.#texts.set(key.slice(start), text);
    const ids = [...changes.documents.keys()].map((key) => key.slice(start));
    return {
      transactions,
      finished: ids.flatMap((id) => (this.#isFinished(id) ? (this.open(id) ?? []) : [])),
    };
  }

  #isFinished(id: string): boolean {
    const status = this.#orders.get(id)?.state.status;
    return status === 'shipped' || status === 'deleted';
  }

  /** Forgets all but the id of a finished order. */
  forget({ id, record }: ImaginedOrder): void {
    const kind = `${record.state.status} ${record.history.length}`;
    const shared = this.#finished.get(kind) ?? record;
    this.#finished.set(kind, shared);
    this.#orders.set(id, shared);
    this.#texts.delete(id);
    this.#places.delete(id);
  }

  /** Orders that were forgotten and that one of these events is about, such as the refund of a parcel that had left. */
  forgotten(events: readonly RecordedEvent[]): Set<string> {
    return new Set(
      events
        .map(({ subject }) => subject)
        .filter((id) => this.#orders.get(id)?.state.status === 'shipped' && !this.#texts.has(id)),
    );
  }

  /** Takes back an order that was forgotten, as it was then. */
  recall(id: string, record: OrderRecord): void {
    this.#orders.set(id, record);
    this.#texts.set(id, encodeRecord(record));
  }

  #applyPlaces({ left, entered }: BatchChanges): void {
    for (const [set, ids] of left) {
      for (const id of ids) this.#places.get(id)?.delete(set);
      this.#resize(set, -ids.length);
    }
    for (const [set, words] of entered) {
      for (let at = 0; at + 1 < words.length; at += 2) {
        const id = words[at + 1] as string;
        const places = this.#places.get(id) ?? new Map<string, string>();
        this.#places.set(id, places.set(set, words[at] as string));
      }
      this.#resize(set, words.length / 2);
    }
  }

  #resize(set: string, by: number): void {
    const size = this.sizes.get(set);
    if (size !== undefined) (this.sizes as Map<string, number>).set(set, size + by);
  }

  #applyNames({ names }: BatchChanges): void {
    const known = this.hashes.get(this.#keys.names);
    for (const [name, by] of names) {
      const orders = (this.#named.get(name) ?? 0) + by;
      this.#named.set(name, orders);
      if (orders > 0) known?.set(name, '');
      else known?.delete(name);
    }
  }

  #applyFields({ fields }: BatchChanges): ReadonlyMap<string, string> {
    const transactions = new Map<string, string>();
    for (const [key, changes] of fields) {
      const values = key === this.#keys.tx ? transactions : this.hashes.get(key);
      for (const [field, change] of changes) values?.set(field, after(values.get(field), change));
    }
    this.transactions += transactions.size;
    return transactions;
  }
}

function after(value: string | undefined, change: FieldChange): string {
  return 'set' in change ? change.set : String(Number(value ?? 0) + change.add);
}
