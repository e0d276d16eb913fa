import type { Redis } from 'ioredis';
import type { GenerationKeys } from '../log/generation-keys.ts';
import { type GenerationReader, readOf, readStrings } from '../log/generation-reader.ts';
import { LogUnavailableError, messageOf } from '../log/log-errors.ts';
import { type LogReader, scanSource } from '../log/log-reader.ts';
import { ChainCheck, logStart } from '../log/log-scan.ts';
import type { PastEvents } from '../log/past-events.ts';
import type { RawEntry } from '../log/read-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { wholeLog } from '../log/whole-log.ts';
import { type Difference, Differences, stateDifference } from '../model/difference.ts';
import { decodeRecord } from '../model/order-record.ts';
import type { RecordedEvent } from '../orders/order-event.ts';
import { type ImaginedBatch, ImaginedGeneration, type ImaginedOrder } from './imagined-generation.ts';
import { isLater, recallOrder } from './recall-order.ts';

/** How to try a rebuild. */
export interface DryRunOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((seq: number) => void) | undefined;
  /** Gives the events that have left Redis. */
  readonly past?: PastEvents | undefined;
}

/** Orders, or entries of the log, per read: a few milliseconds of Redis's time. */
const perRead = 500;
/** How often an order that changes while it is read is read again. */
const mostTries = 5;

/** The comparison of a dry run under way: what is imagined so far, and what differed. */
export class GenerationComparison {
  readonly #log: LogReader;
  readonly #reader: GenerationReader;
  readonly #keys: GenerationKeys;
  readonly #options: DryRunOptions;
  readonly #chain = new ChainCheck(logStart);
  readonly #imagined: ImaginedGeneration;
  readonly #faults = new Differences();
  readonly #differences = new Differences();
  #last = '0-0';

  constructor(redis: Redis, reader: GenerationReader, keys: GenerationKeys, options: DryRunOptions) {
    this.#log = scanSource(redis, options.past);
    this.#reader = reader;
    this.#keys = keys;
    this.#options = options;
    this.#imagined = new ImaginedGeneration(keys);
  }

  /** Folds what the log holds more by now, and compares the orders that are finished with it. */
  async catchUp(): Promise<void> {
    const { signal, onProgress } = this.#options;
    for await (const entries of wholeLog(this.#log, this.#last, { signal, size: perRead })) {
      await this.#take(entries);
      onProgress?.(this.#chain.position.seq);
    }
  }

  /** Compares the orders that are still going on. One that has moved on is compared as it is then. */
  async compareOpenOrders(): Promise<void> {
    let waiting = this.#imagined.openOrders;
    for (let turn = 1; waiting.length > 0; turn += 1) {
      const moved: string[] = [];
      for (let start = 0; start < waiting.length; start += perRead) {
        const part = waiting.slice(start, start + perRead);
        const orders = part.flatMap((id) => this.#imagined.open(id) ?? []);
        moved.push(...(await this.#compareOrders(orders, turn < mostTries)));
      }
      await this.catchUp();
      waiting = moved;
    }
  }

  /** Compares stock, totals, names and sizes at one moment. */
  async compareFigures(): Promise<void> {
    const { hashes, sizes } = this.#imagined;
    for (;;) {
      const [entries, transactions, ...found] = await this.#read([
        readOf('XRANGE', redisKeys.events, `(${this.#last}`, '+', 'COUNT', String(perRead)),
        readOf('HLEN', this.#keys.tx),
        ...[...sizes.keys()].map((key) => readOf('ZCARD', key)),
        ...[...hashes.keys()].map((key) => readOf('HGETALL', key)),
      ]);
      await this.#take(entries as unknown as RawEntry[]);
      if ((entries as unknown[]).length === perRead) continue;
      this.#wouldBe('index', 'transactions', String(transactions), String(this.#imagined.transactions));
      for (const [index, [set, size]] of [...sizes].entries())
        this.#wouldBe('index', `size of ${this.#nameOf(set)}`, String(found[index]), String(size));
      for (const [index, [hash, fields]] of [...hashes].entries())
        this.#compareHash(hash, found[sizes.size + index] as string[], fields);
      return;
    }
  }

  result(): { seq: number; orders: number; differences: Differences } {
    const all = new Differences();
    all.addAll(this.#faults);
    for (const { seq, subject, reason } of this.#imagined.poison) all.add('log', seq, subject, reason);
    all.addAll(this.#differences);
    return { seq: this.#chain.position.seq, orders: this.#imagined.count, differences: all };
  }

  async #take(entries: readonly RawEntry[]): Promise<void> {
    const events = entries.flatMap(([id, fields]) => {
      const { seq, stored, event, faults } = this.#chain.check(id, fields);
      for (const fault of faults) this.#faults.add('log', seq, stored?.subject ?? '', fault);
      return event ?? [];
    });
    this.#last = entries.at(-1)?.[0] ?? this.#last;
    await this.#recall(events);
    const batch = this.#imagined.take(events);
    await this.#compareTransactions(batch);
    // Of an order that has moved on, events will follow: it is compared as the last of them leaves it.
    const moved = new Set(await this.#compareOrders(batch.finished, true));
    for (const order of batch.finished) if (!moved.has(order.id)) this.#imagined.forget(order);
  }

  /** Reads the orders again that were forgotten and go on all the same, while the shop is open. */
  async #recall(events: readonly RecordedEvent[]): Promise<void> {
    for (const id of this.#imagined.forgotten(events)) {
      const [stored] = await this.#read([readOf('GET', this.#keys.order(id))]);
      const seq = events.find(({ subject }) => subject === id)?.seq ?? 0;
      this.#imagined.recall(id, await recallOrder(this.#log, stored as string | null, seq));
    }
  }

  async #compareTransactions({ transactions }: ImaginedBatch): Promise<void> {
    if (transactions.size === 0) return;
    const [owners] = await this.#read([readOf('HMGET', this.#keys.tx, ...transactions.keys())]);
    for (const [index, [transaction, order]] of [...transactions].entries())
      this.#wouldBe(
        'index',
        `transaction ${transaction}`,
        (owners as (string | null)[])[index] ?? null,
        order,
      );
  }

  /** Compares orders, all that is stored of them at one moment. Answers those that have `mayMove`d on since they were folded. */
  async #compareOrders(orders: readonly ImaginedOrder[], mayMove = false): Promise<string[]> {
    if (orders.length === 0) return [];
    const places = orders.flatMap(({ id, places }) =>
      [...places].map(([set, score]) => ({ id, set, score })),
    );
    const [texts, ...scores] = await this.#read([
      readStrings(orders.map(({ id }) => this.#keys.order(id))),
      ...places.map(({ id, set }) => readOf('ZSCORE', set, id)),
    ]);
    const documents = texts as (string | null)[];
    const moved = new Set<string>();
    for (const [index, order] of orders.entries()) {
      const stored = documents[index] ?? null;
      if (mayMove && isLater(stored, order.record.history.length)) moved.add(order.id);
      else this.#compareText(order, stored);
    }
    for (const [index, { id, set, score }] of places.entries()) {
      if (moved.has(id)) continue;
      this.#wouldBe('index', `${id} in ${this.#nameOf(set)}`, scores[index] as string | null, score);
    }
    return [...moved];
  }

  #compareText({ id, record, text }: ImaginedOrder, stored: string | null): void {
    if (stored === text) return;
    let message = 'no document is stored, and one would be';
    try {
      if (stored !== null)
        message = stateDifference(decodeRecord(stored), record) ?? 'it would be stored in other words';
    } catch (error) {
      message = messageOf(error);
    }
    this.#differences.add('order', null, id, message);
  }

  #compareHash(hash: string, stored: readonly string[], imagined: ReadonlyMap<string, string>): void {
    const kind = hash === this.#keys.stock ? 'stock' : hash === this.#keys.totals ? 'totals' : 'index';
    const found = new Map<string, string>();
    for (let at = 0; at + 1 < stored.length; at += 2)
      found.set(stored[at] as string, stored[at + 1] as string);
    for (const field of new Set([...imagined.keys(), ...found.keys()])) {
      const subject = kind === 'index' ? `name ${field}` : field;
      this.#wouldBe(kind, subject, found.get(field) ?? null, imagined.get(field) ?? null);
    }
  }

  #wouldBe(kind: Difference['kind'], subject: string, now: string | null, then: string | null): void {
    if (now === then) return;
    const told = (value: string | null): string =>
      value === null ? 'nothing' : value === '' ? 'known' : value;
    this.#differences.add(kind, null, subject, `${told(now)} is stored, it would be ${told(then)}`);
  }

  #nameOf(key: string): string {
    return key.replace(/^\{o\}:g\d+:/, '');
  }

  async #read(reads: Parameters<GenerationReader['read']>[1]) {
    this.#options.signal?.throwIfAborted();
    return this.#sameGeneration(await this.#reader.read(this.#keys, reads));
  }

  #sameGeneration<T>(answer: T | 'moved'): T {
    if (answer === 'moved')
      throw new LogUnavailableError('The read models were replaced meanwhile: start again');
    return answer;
  }
}
