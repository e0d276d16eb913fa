import type { RawEntry } from '../log/event-fields.ts';
import { relativeKeys as keys, setsOfName } from '../log/generation-keys.ts';
import type { LogReader } from '../log/log-reader.ts';
import { ChainCheck, type LogPosition, logStart } from '../log/chain-check.ts';
import type { Differences } from '../model/difference.ts';
import { HistoryCheck } from '../model/history-check.ts';
import { type OrderRecord, recordOf } from '../model/order-record.ts';
import { isOrderEvent, type Sale } from '../orders/order-event.ts';
import { liveStatuses } from '../orders/order-state.ts';
import { type BatchChanges, foldBatch } from '../rebuild/batch.ts';
import { ExpectedFigures, Figures } from './expected-figures.ts';

/** An order as the events up to a position leave it. */
export interface FoldedOrder {
  readonly id: string;
  readonly record: OrderRecord;
  readonly sale: Sale;
}

/** What some more events have changed. */
interface Folded {
  readonly orders: readonly FoldedOrder[];
  /** Transaction -> its order. */
  readonly transactions: ReadonlyMap<string, string>;
}

/** The end of a log as an archive knows it. */
export interface LogEnd {
  readonly seq: number;
  readonly hash: string;
}

/** Orders whose records are in memory at most, about 150 MB. */
const mostOrders = 100_000;

/**
 * The read models that a rebuild would make of the log, kept in memory instead of Redis, and the faults of the log itself. The record of an
 * order is forgotten when it has been compared, and read again from the log when one more event follows. What stays is about 200 bytes for an
 * order and 300 for a person.
 */
export class FoldedLog {
  readonly history = new HistoryCheck();
  readonly expected = new ExpectedFigures();
  readonly figures = new Figures();
  readonly #log: LogReader;
  readonly #differences: Differences;
  readonly #against: LogEnd | undefined;
  readonly #chain = new ChainCheck(logStart);
  readonly #seqs = new Map<string, number[]>();
  readonly #orders = new Map<string, FoldedOrder>();

  /**
   * @param differences takes the faults of the log
   * @param against what the log must hold
   */
  constructor(log: LogReader, differences: Differences, against: LogEnd | undefined) {
    for (const set of [...liveStatuses.map(keys.set), keys.deleted, keys.attention]) this.figures.resize(set, 0);
    this.#log = log;
    this.#differences = differences;
    this.#against = against;
  }

  /** The last event that was folded. */
  get position(): LogPosition {
    return this.#chain.position;
  }

  /** Checks whether the log holds an order. */
  knows(orderId: string): boolean {
    return this.#seqs.has(orderId);
  }

  /** Number of events of an order. */
  version(orderId: string): number {
    return this.#seqs.get(orderId)?.length ?? 0;
  }

  /** Forgets the record of an order, unless more events have followed. */
  forget(order: FoldedOrder): void {
    if (this.#orders.get(order.id) === order) this.#orders.delete(order.id);
  }

  /** Folds the next entries of the log. */
  async take(entries: readonly RawEntry[]): Promise<Folded> {
    const events = entries.flatMap(([id, fields]) => {
      const scanned = this.#chain.check(id, fields);
      const { seq, stored, faults } = scanned;
      for (const fault of faults) this.#differences.add('log', seq, stored?.subject ?? '', fault);
      if (seq === this.#against?.seq) this.#compareHash(stored?.hash ?? 'unreadable', this.#against);
      return this.history.scan(scanned) ?? [];
    });
    for (const id of this.#orders.keys()) {
      if (this.#orders.size <= mostOrders) break;
      this.#orders.delete(id);
    }
    const subjects = [...new Set(events.filter(isOrderEvent).map(({ subject }) => subject))];
    const before = await this.orders(subjects.filter((id) => this.knows(id)));
    const records = new Map(before.map(({ id, record }) => [id, record]));
    const sales = new Map(before.map(({ id, sale }) => [id, sale]));
    const left = new Set<number>();
    const changes = foldBatch(records, events, ({ seq, subject, reason }) => {
      left.add(seq);
      this.#differences.add('order', seq, subject, `the log does not give its events: ${reason}`);
    });
    for (const event of events) {
      if (left.has(event.seq)) continue;
      if (event.type === 'order.created') sales.set(event.subject, event.data);
      this.expected.count(event, sales.get(event.subject) ?? null);
      if (!isOrderEvent(event)) continue;
      const seqs = this.#seqs.get(event.subject);
      if (seqs === undefined) this.#seqs.set(event.subject, [event.seq]);
      else seqs.push(event.seq);
    }
    const transactions = this.#apply(changes);
    const orders = [...changes.orders].flatMap(([id, record]) => {
      const sale = sales.get(id);
      return sale === undefined ? [] : { id, record, sale };
    });
    for (const order of orders) this.#orders.set(order.id, order);
    return { orders, transactions };
  }

  /** Orders as they are at the position; those that are not in memory are read from the log. */
  async orders(ids: readonly string[]): Promise<FoldedOrder[]> {
    const away = ids.filter((id) => !this.#orders.has(id));
    const events = await this.#log.eventsAt(away.flatMap((id) => this.#seqs.get(id) ?? []));
    let at = 0;
    for (const id of away) {
      const own = events.slice(at, at + this.version(id)).filter(isOrderEvent);
      at += this.version(id);
      const [first] = own;
      if (first?.type === 'order.created')
        this.#orders.set(id, { id, record: recordOf(own), sale: first.data });
    }
    return ids.flatMap((id) => this.#orders.get(id) ?? []);
  }

  /** Adds where the figures that the projection makes are not what the events add up to. */
  compareExpected(): void {
    for (const kind of ['sizes', 'fields'] as const)
      for (const [name, value] of this.expected[kind]) {
        const folded = this.figures[kind].get(name) ?? 0;
        if (folded !== value)
          this.#differences.add('totals', null, name, `the projection makes ${folded}, the events add up to ${value}`);
      }
  }

  #compareHash(found: string, { seq, hash }: LogEnd): void {
    if (found !== hash)
      this.#differences.add('manifest', seq, 'head', `its hash is ${found}, the archive says ${hash}`);
  }

  /** Answers the transactions. */
  #apply({ left, entered, fields, names }: BatchChanges): ReadonlyMap<string, string> {
    for (const [set, ids] of left) this.figures.resize(set, -ids.length);
    for (const [set, words] of entered)
      for (let at = 0; at < words.length; at += 2)
        if (set === keys.erased) this.figures.put(set, words[at + 1] ?? '', Number(words[at]));
        else this.figures.resize(set, 1);
    for (const name of names.keys()) {
      const isOrdered = setsOfName(keys, name).some((set) => (this.figures.sizes.get(set) ?? 0) > 0);
      this.figures.put(keys.names, name, isOrdered ? 1 : 0);
    }
    const transactions = new Map<string, string>();
    for (const [hash, changes] of fields)
      for (const [field, change] of changes)
        if ('add' in change) this.figures.move(hash, field, change.add);
        else if (hash === keys.tx) transactions.set(field, change.set);
        else this.figures.put(hash, field, Number(change.set));
    this.figures.move(keys.tx, 'transactions', transactions.size);
    return transactions;
  }
}
