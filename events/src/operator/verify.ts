import type { Redis } from 'ioredis';
import { ChainCheck, type LogPlace, logStart, type ScannedEvent } from '../log/log-scan.ts';
import { rawEntries } from '../log/raw-entries.ts';
import { recordKeys } from '../log/record-keys.ts';
import { isOrderEvent, type RecordedEvent } from '../orders/order-event.ts';
import { checkFigures } from './check-figures.ts';
import { checkOrders, type Sales } from './check-orders.ts';
import { type Difference, Differences } from './difference.ts';
import { ExpectedFigures } from './expected-figures.ts';
import { keysInUse } from './scan-reader.ts';

/** The end of a log as a backup has written it down. */
export interface KnownHead {
  readonly seq: number;
  readonly hash: string;
}

/** Many events of an order lie close together: a long step has more of them at hand. */
const eventsPerStep = 1_000;

/** How to verify. */
export interface VerifyOptions {
  readonly onProgress?: ((seq: number, head: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The head that an earlier backup recorded: nothing before it may have been cut or hashed anew. */
  readonly against?: KnownHead | undefined;
  /** Events per step. */
  readonly batchSize?: number | undefined;
}

/** What a verification found. */
export interface Verification {
  /** The last event that was checked. */
  readonly seq: number;
  readonly hash: string;
  readonly gen: number;
  readonly orders: number;
  /** The first thousand. */
  readonly differences: readonly Difference[];
  /** All of them. */
  readonly count: number;
}

/**
 * Checks the whole shop against its log while it is open: places and hash chain, every event's data, each order's
 * document and indexes, then totals, stock and sizes. Changes nothing. Memory does not grow with the number of orders.
 */
export async function verify(redis: Redis, options: VerifyOptions = {}): Promise<Verification> {
  const differences = new Differences();
  const expected = new ExpectedFigures();
  const check = new ChainCheck(logStart);
  let keys = await keysInUse(redis);
  const begun = Number(await redis.hget(recordKeys.meta, 'seq'));
  let head = begun;
  let people = 0;
  let knownSeen = options.against === undefined || options.against.seq === 0;
  for (;;) {
    options.signal?.throwIfAborted();
    const entries = await rawEntries(redis, check.place.seq, options.batchSize ?? eventsPerStep);
    if (entries.length === 0) {
      const state = await checkFigures(redis, keys, check.place, expected, differences);
      if (state === 'checked') break;
      if (state === 'moved') keys = await keysInUse(redis);
      else if ((await rawEntries(redis, check.place.seq, 1)).length === 0) {
        differences.add(
          'log',
          check.place.seq,
          'last event',
          'the log ends before the head that was written',
        );
        break;
      }
      continue;
    }
    const batch = entries.map(([id, fields]) => check.check(id, fields));
    reportFaults(batch, differences);
    if (options.against !== undefined) knownSeen = isKnown(batch, options.against, differences) || knownSeen;
    const events = batch.flatMap(({ event }) => (event === null ? [] : [event]));
    let checked = await checkOrders(redis, keys, events, differences);
    while (checked === 'moved') {
      keys = await keysInUse(redis);
      checked = await checkOrders(redis, keys, events, differences);
    }
    people += checked.people;
    count(events, checked.sales, expected);
    head = Math.max(head, check.place.seq);
    options.onProgress?.(check.place.seq, head);
  }
  // Orders that moved while we looked may have been counted in two sets of their person, or in none.
  if (check.place.seq === begun) differences.compare('index', 'orders by person', people, expected.live);
  if (!knownSeen && options.against !== undefined) {
    differences.add(
      'manifest',
      options.against.seq,
      'head',
      'the log ends before the event that the manifest names',
    );
  }
  return report(check.place, keys.gen, expected, differences);
}

function reportFaults(batch: readonly ScannedEvent[], differences: Differences): void {
  for (const { seq, stored, faults } of batch) {
    for (const fault of faults) differences.add('log', seq, stored?.subject ?? '', fault);
  }
}

function isKnown(batch: readonly ScannedEvent[], known: KnownHead, differences: Differences): boolean {
  const event = batch.find(({ seq }) => seq === known.seq);
  if (event === undefined) return false;
  if (event.stored?.hash !== known.hash) {
    const message = `its hash is ${event.stored?.hash ?? 'unreadable'}, the manifest says ${known.hash}`;
    differences.add('manifest', known.seq, 'head', message);
  }
  return true;
}

function count(events: readonly RecordedEvent[], sales: Sales, expected: ExpectedFigures): void {
  for (const event of events) {
    expected.count({ event, sale: isOrderEvent(event) ? (sales.get(event.subject) ?? null) : null });
  }
}

function report(
  place: LogPlace,
  gen: number,
  expected: ExpectedFigures,
  differences: Differences,
): Verification {
  return {
    seq: place.seq,
    hash: place.hash,
    gen,
    orders: expected.live,
    differences: differences.list,
    count: differences.count,
  };
}
