import type { RawEntry } from '../log/event-fields.ts';
import { readOf, type Store } from '../log/generation-reader.ts';
import type { LogReader } from '../log/log-reader.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { type Difference, Differences } from '../model/difference.ts';
import { compareFigures } from './compare-figures.ts';
import { compareDocument, compareOrders, compareTransactions, type OtherVersion } from './compare-orders.ts';
import { FoldedLog, type FoldedOrder, type LogEnd } from './folded-log.ts';

/** How to verify. */
interface VerifyOptions {
  readonly onProgress?: ((seq: number, head: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The head that an earlier archive recorded: nothing before it may have been cut or hashed anew. */
  readonly against?: LogEnd | undefined;
  /** Events per batch. */
  readonly batchSize?: number | undefined;
}

/** What a verification found. */
export interface Verification {
  /** The last event that was checked. */
  readonly seq: number;
  readonly hash: string;
  /** The generation in use, and the projection version that made it. */
  readonly gen: number;
  readonly code: string;
  readonly orders: number;
  /** Seqs of the events that do not fit the history before them and are not voided; each is a difference of the log too. */
  readonly impossible: readonly number[];
  /** The first thousand. */
  readonly differences: readonly Difference[];
  /** All of them. */
  readonly count: number;
}

const eventsPerBatch = 1_000;
/** How often orders that change while they are compared are compared again. */
const mostRounds = 5;

/**
 * Checks the shop against its log while it is open: positions and hash chain, each event's data and whether it fits its order's history; and
 * folds the log as a rebuild with this release would, and compares what comes of it with the generation in use. Writes nothing.
 */
export async function verify(store: Store, options: VerifyOptions = {}): Promise<Verification> {
  const run = new VerifyRun(store, options);
  return run.result();
}

class VerifyRun {
  readonly #store: Store;
  readonly #options: VerifyOptions;
  readonly #log: LogReader;
  readonly #folded: FoldedLog;
  readonly #lost = new Differences();
  readonly #ofLog = new Differences();
  readonly #ofModels = new Differences();
  /** Orders that are not compared as their last event leaves them. */
  readonly #open = new Set<string>();
  #last = '0-0';
  /** The last event when the verification began. */
  #begun = 0;

  constructor(store: Store, options: VerifyOptions) {
    this.#store = store;
    this.#options = options;
    const named = new Set<number>();
    this.#log = store.events.skippingLost(({ from, to, what }) => {
      if (!named.has(from)) this.#lost.add('log', from, 'archive', `events ${from} to ${to}: ${what}`);
      named.add(from);
    });
    this.#folded = new FoldedLog(this.#log, this.#ofLog, options.against);
  }

  async result(): Promise<Verification> {
    await this.#store.reader.reload();
    this.#begun = await this.#head();
    await this.#foldTo(this.#begun);
    await this.#compareOpen();
    await compareFigures(this.#store.reader, this.#folded, (seq) => this.#foldTo(seq), this.#ofModels);
    await this.#compareOpen();
    await this.#checkEnd();
    this.#folded.compareExpected();
    const { gen } = await this.#store.reader.keys();
    const { history, expected, position } = this.#folded;
    // Damage of the log comes first: a long list of what follows from it must not cut it off.
    const all = new Differences();
    all.addAll(this.#lost);
    for (const { seq, subject, message } of history.impossible) all.add('log', seq, subject, message);
    all.addAll(this.#ofLog);
    all.addAll(this.#ofModels);
    return {
      ...{ seq: position.seq, hash: position.hash, gen },
      code: (await this.#store.client.run((connection) => connection.hGet(redisKeys.meta, 'code'))) ?? '',
      orders: expected.live,
      impossible: history.impossible.map(({ seq }) => seq),
      differences: all.list,
      count: all.count,
    };
  }

  async #head(): Promise<number> {
    return Number(await this.#store.client.run((connection) => connection.hGet(redisKeys.meta, 'seq')));
  }

  /** Folds the log up to an event, and compares the orders that change as their last event leaves them. */
  async #foldTo(seq: number): Promise<void> {
    const { signal, onProgress, batchSize = eventsPerBatch } = this.#options;
    // While Redis answers about the orders of one batch, the next one is folded.
    let comparing: Promise<unknown> = Promise.resolve();
    if (this.#folded.position.seq >= seq) return;
    for await (const entries of this.#log.batches(this.#last, { signal, size: batchSize })) {
      const own = entries.filter(([id]) => Number.parseInt(id, 10) <= seq);
      this.#last = own.at(-1)?.[0] ?? this.#last;
      const { orders, transactions } = await this.#folded.take(own);
      for (const { id } of orders) this.#open.add(id);
      await comparing;
      comparing = Promise.all([
        this.#compare(orders),
        compareTransactions(this.#store.reader, transactions, this.#ofModels),
      ]);
      comparing.catch(() => undefined); // A failure reaches the code that awaits it.
      const { position } = this.#folded;
      onProgress?.(position.seq, Math.max(position.seq, seq));
      if (own.length < entries.length || position.seq >= seq) break;
    }
    await comparing;
  }

  /** Compares orders, and forgets those that are stored as they were folded. Answers the others. */
  async #compare(orders: readonly FoldedOrder[]): Promise<OtherVersion[]> {
    const others = await compareOrders(this.#store, orders, this.#ofModels);
    const open = new Set(others.map(({ order }) => order));
    for (const order of orders) {
      if (open.has(order)) continue;
      if (this.#folded.version(order.id) === order.record.history.length) this.#open.delete(order.id);
      this.#folded.forget(order);
    }
    return others;
  }

  /** Compares the orders that were stored in another version than was folded: those that went on meanwhile, and those that are wrong. */
  async #compareOpen(): Promise<void> {
    for (let round = 1; this.#open.size > 0 && round <= mostRounds; round += 1) {
      const others: OtherVersion[] = [];
      const ids = [...this.#open];
      for (let start = 0; start < ids.length; start += eventsPerBatch) {
        const orders = await this.#folded.orders(ids.slice(start, start + eventsPerBatch));
        others.push(...(await this.#compare(orders)));
      }
      await this.#foldTo(await this.#head());
      for (const { order, version, document } of others) {
        // The log is folded to a later moment than that at which the document was read.
        if (version <= this.#folded.version(order.id) && version > order.record.history.length) continue;
        this.#open.delete(order.id);
        compareDocument(order, document, this.#ofModels);
      }
    }
  }

  /** Checks that the log ends with the event that its head names, and goes on as far as `against` says. */
  async #checkEnd(): Promise<void> {
    const [head, entries] = await this.#store.reader.follow((keys) =>
      this.#store.reader.read(keys, [
        readOf('HGET', redisKeys.meta, 'seq'),
        readOf('XREVRANGE', redisKeys.events, '+', '-', 'COUNT', '1'),
      ]),
    );
    const last = (entries as unknown as RawEntry[]).filter(([id]) => Number.parseInt(id, 10) > Number(head));
    const { seq } = this.#folded.position;
    await this.#folded.take(last);
    if (seq < this.#begun)
      this.#ofLog.add('log', seq, 'last event', 'the log ends before the head that was written');
    const { against } = this.#options;
    if (against !== undefined && against.seq > seq)
      this.#ofLog.add(
        'manifest',
        against.seq,
        'head',
        'the log ends before the event that the archive ends with',
      );
  }
}
