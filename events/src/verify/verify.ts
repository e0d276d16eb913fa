import type { Redis } from 'ioredis';
import { scanReader } from '../log/generation-reader.ts';
import { scanSource } from '../log/log-reader.ts';
import { ChainCheck, logStart } from '../log/log-scan.ts';
import type { PastEvents } from '../log/past-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { type Difference, Differences } from '../model/difference.ts';
import { HistoryCheck } from '../model/history-check.ts';
import { isOrderEvent, type RecordedEvent } from '../orders/order-event.ts';
import { checkAttention } from './check-attention.ts';
import { compareFigures, mostEntries, readFigures } from './check-figures.ts';
import { type CheckedOrders, checkOrders } from './check-orders.ts';
import { type CheckedBatch, checkedBatch, checkedBatches, inOrder } from './checked-log.ts';
import { EventWindow } from './event-window.ts';
import { ExpectedFigures } from './expected-figures.ts';
import { LostOrders } from './lost-orders.ts';
import { ManifestCheck, type ManifestHead } from './manifest-check.ts';

const eventsPerBatch = 1_000;

/** How to verify. */
interface VerifyOptions {
  readonly onProgress?: ((seq: number, head: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The head that an earlier backup recorded: nothing before it may have been cut or hashed anew. */
  readonly against?: ManifestHead | undefined;
  /** Gives the events that have left Redis. */
  readonly past?: PastEvents | undefined;
  /** Events per batch. */
  readonly batchSize?: number | undefined;
}

/** What a verification found. */
export interface Verification {
  /** The last event that was checked. */
  readonly seq: number;
  readonly hash: string;
  readonly gen: number;
  readonly orders: number;
  /** Seqs of the events that do not fit the history before them and are not voided; each is a difference of the log too. */
  readonly impossible: readonly number[];
  /** The first thousand. */
  readonly differences: readonly Difference[];
  /** All of them. */
  readonly count: number;
}

/** Batches that are compared at once: while Redis answers about one, another is folded. */
const batchesAtOnce = 2;
/** Batches whose events stay in memory. */
const batchesInWindow = 8;

/** What came of comparing a batch. */
interface ComparedBatch extends CheckedOrders {
  readonly batch: CheckedBatch;
  /** Those that count. */
  readonly events: readonly RecordedEvent[];
  readonly differences: Differences;
}

/**
 * Checks the whole shop against its log while it is open: positions and hash chain, every event's data and whether it fits
 * its order's history, each order's document and indexes, then totals, stock and sizes. Changes nothing. Of each order it
 * remembers what `HistoryCheck` needs and nothing more.
 */
export async function verify(redis: Redis, options: VerifyOptions = {}): Promise<Verification> {
  const { against, signal, onProgress, past, batchSize = eventsPerBatch } = options;
  const differences = new Differences();
  const expected = new ExpectedFigures();
  const window = new EventWindow(batchesInWindow * batchSize);
  const history = new HistoryCheck();
  const reader = scanReader(redis);
  const lost = new LostOrders();
  const log = scanSource(redis, past, (events) => lost.take(events));
  await reader.reload();
  const begun = Number(await redis.hget(redisKeys.meta, 'seq'));
  let people = 0;
  const manifest = against === undefined ? null : new ManifestCheck(against);

  const compare = async (batch: CheckedBatch): Promise<ComparedBatch> => {
    signal?.throwIfAborted();
    window.add(batch.events.flatMap(({ event }) => event ?? []));
    const events = batch.events.flatMap((scanned) => history.scan(scanned) ?? []);
    return reader.follow(async (keys) => {
      const found = new Differences();
      reportFaults(batch, found);
      const orders = await checkOrders({ redis, log, reader, window }, keys, events, found);
      return orders === 'moved' ? orders : { ...orders, batch, events, differences: found };
    });
  };

  let position = logStart;
  const take = (compared: ComparedBatch): void => {
    position = compared.batch.position;
    differences.addAll(compared.differences);
    people += compared.people;
    count(compared, expected);
    manifest?.take(compared.batch.events);
  };
  const batches = checkedBatches(log, new ChainCheck(logStart), batchSize);
  for await (const compared of inOrder(batches, batchesAtOnce, compare)) {
    const { events, id, next } = compared.batch;
    take(compared);
    if (events.length > 0) {
      onProgress?.(position.seq, Math.max(begun, position.seq));
      continue;
    }
    const keys = await reader.keys();
    const figures = await readFigures(reader, keys, [...expected.names.keys()], id);
    if (figures === 'moved') {
      await reader.reload();
      continue;
    }
    if (figures.entries.length === mostEntries) continue;
    if (figures.entries.length === 0 && figures.seq > position.seq) {
      differences.add('log', position.seq, 'last event', 'the log ends before the head that was written');
      break;
    }
    take(await compare(checkedBatch(next, figures.entries, id)));
    compareFigures(keys, figures, position, expected, differences);
    break;
  }
  await reader.follow((keys) => checkAttention(redis, reader, keys, differences));
  // Orders that moved while we looked may have been counted in two sets of their person, or in none.
  if (position.seq === begun) differences.compare('index', 'orders by person', people, expected.live);
  manifest?.finish(differences);
  await reader.follow((keys) => lost.finish(redis, reader, keys));
  const { live: orders } = expected;
  // First of all: a long list of what follows from them must not cut them off.
  const found = new Differences();
  found.addAll(lost.differences);
  for (const { seq, subject, message } of history.impossible) found.add('log', seq, subject, message);
  found.addAll(differences);
  const { list, count: all } = found;
  return {
    seq: position.seq,
    hash: position.hash,
    gen: (await reader.keys()).gen,
    orders,
    impossible: history.impossible.map(({ seq }) => seq),
    differences: list,
    count: all,
  };
}

function reportFaults({ events }: CheckedBatch, differences: Differences): void {
  for (const { seq, stored, faults } of events) {
    for (const fault of faults) differences.add('log', seq, stored?.subject ?? '', fault);
  }
}

function count({ events, sales }: ComparedBatch, expected: ExpectedFigures): void {
  for (const event of events) {
    expected.count({ event, sale: isOrderEvent(event) ? (sales.get(event.subject) ?? null) : null });
  }
}
