import type { Redis } from 'ioredis';
import type { GenerationKeys } from '../log/generation-keys.ts';
import { ChainCheck, type LogPlace } from '../log/log-scan.ts';
import { type RawEntry, rawEntries } from '../log/raw-entries.ts';
import { isOrderEvent, type RecordedEvent } from '../orders/order-event.ts';
import { type BatchChanges, foldBatch, PoisonEventError } from './batch.ts';
import { decodeRecord, type OrderRecord } from './order-record.ts';
import { applyScript } from './rebuild-scripts.ts';

/**
 * Events per batch. Redis does nothing else while it writes them, some 20 to 30 ms. While people order all the time, 500 take a
 * quarter longer in all and 250 nearly twice as long, because each batch waits for its turn and its flush; 99 % of the orders
 * are answered within 25 ms instead of 21.
 */
export const eventsPerBatch = 1_000;

/** Events that follow each other in the log, checked. */
interface LogBatch {
  /** The event before the first. */
  readonly start: LogPlace;
  readonly events: readonly RecordedEvent[];
  /** The last of them. */
  readonly place: LogPlace;
  /** The first event that cannot be taken, if there is one. */
  readonly poison: PoisonEventError | null;
}

/** A batch with what it changes, computed before its turn; a poisonous one changes nothing. */
interface FoldedBatch {
  readonly batch: LogBatch;
  readonly changes: BatchChanges | PoisonEventError;
  /** The orders concerned, as the batch leaves them. */
  readonly orders: ReadonlyMap<string, OrderRecord>;
}

/** A batch and the orders that it changes, as they were when they were asked for: the batch before may still change them. */
interface KnownBatch {
  readonly batch: LogBatch;
  readonly orders: ReadonlyMap<string, OrderRecord>;
}

/** What was read beyond the checkpoint: the next batch, the batch after it, and the entries behind that. */
export interface ReadAhead {
  readonly next: FoldedBatch;
  readonly second: KnownBatch | null;
  readonly entries: readonly RawEntry[];
}

/** How a batch ended: how far the generation is now, with what comes next, or that it is not being built any more. */
export type BatchResult =
  | { readonly place: LogPlace; readonly applied: number; readonly ahead?: ReadAhead }
  | 'gone';

/** The text of a checkpoint: seq, hash and time of the last event that the generation has seen. */
function encodePlace(place: LogPlace): string {
  return `${place.seq} ${place.hash} ${place.ts}`;
}

function decodePlace(text: string): LogPlace {
  const [seq, hash, ts] = text.split(' ');
  return { seq: Number(seq), hash: hash ?? '', ts: Number(ts) };
}

/**
 * Applies the next events to a generation that is being built, together with its checkpoint and only where that stands:
 * no event is ever applied twice, whoever else works on the same generation. Checks places and chain on the way. Throws
 * `PoisonEventError` at the first event that it cannot take.
 *
 * In a shop whose writers never pause, each question waits for a turn of Redis. So a batch waits only once, and while Redis
 * writes it, the next one is folded: its orders were asked for a batch earlier, and what this batch makes of them is known.
 * The batch after that is checked, its orders are asked for and the entries behind that are read, all on the same
 * connection and so as this batch leaves them. They are in `ahead`, to be given to the next call.
 */
export async function applyBatch(
  redis: Redis,
  keys: GenerationKeys,
  size = eventsPerBatch,
  ahead?: ReadAhead,
): Promise<BatchResult> {
  for (let known = ahead; ; known = undefined) {
    const found = known ?? (await readOn(redis, keys, size));
    if (!('next' in found)) return found.place === null ? 'gone' : { place: found.place, applied: 0 };
    const { next, second, entries } = found;
    const { start, place, events } = next.batch;
    if (next.changes instanceof PoisonEventError) {
      // Another rebuild may have applied these events meanwhile, and then nothing fits: that is no poison.
      if ((await redis.get(keys.checkpoint)) === encodePlace(start)) throw next.changes;
      continue;
    }
    const writing = write(redis, keys.checkpoint, next.batch, next.changes);
    const third = second === null || entries.length === 0 ? null : checked(second.batch.place, entries);
    const asking = third === null ? new Map<string, OrderRecord>() : ordersOf(redis, keys, third);
    const reading = third === null ? [] : rawEntries(redis, third.place.seq, size);
    const following = second === null ? null : foldAfter(keys, second, next.orders);
    const [answer, orders, more] = await Promise.all([writing, asking, reading]);
    if (answer !== 'OK') continue;
    const applied = events.length;
    if (following === null) return { place, applied };
    const behind = third === null ? null : { batch: third, orders };
    return { place, applied, ahead: { next: following, second: behind, entries: more } };
  }
}

/** Reads three batches from the checkpoint on; without events only the place that is reached, null when there is none. */
async function readOn(
  redis: Redis,
  keys: GenerationKeys,
  size: number,
): Promise<ReadAhead | { readonly place: LogPlace | null }> {
  const checkpoint = await redis.get(keys.checkpoint);
  if (checkpoint === null) return { place: null };
  const place = decodePlace(checkpoint);
  const entries = await rawEntries(redis, place.seq, size);
  if (entries.length === 0) return { place };
  const first = checked(place, entries);
  const later = entries.length < size ? [] : await rawEntries(redis, first.place.seq, size);
  const second = later.length === 0 ? null : checked(first.place, later);
  const rest = second === null || later.length < size ? [] : await rawEntries(redis, second.place.seq, size);
  const [orders, ordersOfSecond] = await Promise.all([
    ordersOf(redis, keys, first),
    second === null ? new Map<string, OrderRecord>() : ordersOf(redis, keys, second),
  ]);
  return {
    next: foldAfter(keys, { batch: first, orders }, new Map()),
    second: second === null ? null : { batch: second, orders: ordersOfSecond },
    entries: rest,
  };
}

/** Folds a batch; where the batch before it has changed an order since it was asked for, that counts. */
function foldAfter(
  keys: GenerationKeys,
  { batch, orders }: KnownBatch,
  changed: ReadonlyMap<string, OrderRecord>,
): FoldedBatch {
  const known = new Map<string, OrderRecord>();
  for (const event of batch.events) {
    const order = changed.get(event.subject) ?? orders.get(event.subject);
    if (order !== undefined) known.set(event.subject, order);
  }
  if (batch.poison !== null) return { batch, changes: batch.poison, orders: known };
  try {
    return { batch, changes: foldBatch(keys, known, batch.events), orders: known };
  } catch (error) {
    if (!(error instanceof PoisonEventError)) throw error;
    return { batch, changes: error, orders: known };
  }
}

function checked(start: LogPlace, entries: readonly RawEntry[]): LogBatch {
  const check = new ChainCheck(start);
  const events: RecordedEvent[] = [];
  for (const [id, fields] of entries) {
    const { seq, stored, event, faults } = check.check(id, fields);
    if (event === null || faults.length > 0) {
      const poison = new PoisonEventError(seq, stored?.type ?? 'unreadable', faults.join('; '));
      return { start, events, place: check.place, poison };
    }
    events.push(event);
  }
  return { start, events, place: check.place, poison: null };
}

/** The orders that a batch changes, as the generation knows them now. */
async function ordersOf(
  redis: Redis,
  keys: GenerationKeys,
  { events }: LogBatch,
): Promise<Map<string, OrderRecord>> {
  const ids = new Set<string>();
  for (const event of events) if (isOrderEvent(event) && event.v > 1) ids.add(event.subject);
  const list = [...ids];
  const stored = list.length === 0 ? [] : await redis.mget(list.map((id) => keys.order(id)));
  const orders = new Map<string, OrderRecord>();
  for (const [index, text] of stored.entries()) {
    if (text !== null) orders.set(list[index] as string, decodeRecord(text));
  }
  return orders;
}

/** One script call instead of a command per key: a batch touches a thousand keys. */
function write(
  redis: Redis,
  checkpoint: string,
  { start, place }: LogBatch,
  { documents, left, entered, fields }: BatchChanges,
): Promise<unknown> {
  const touched = [checkpoint];
  const words = [encodePlace(start), encodePlace(place)];
  const add = (name: string, key: string, ...more: readonly string[]): void => {
    touched.push(key);
    words.push(name, String(more.length), ...more);
  };
  for (const [key, text] of documents) add('SET', key, text);
  for (const [key, members] of left) add('ZREM', key, ...members);
  for (const [key, members] of entered) add('ZADD', key, ...members);
  for (const [key, changes] of fields) {
    for (const [field, change] of changes) {
      if ('set' in change) add('HSET', key, field, change.set);
      else add('HINCRBY', key, field, String(change.add));
    }
  }
  return redis.eval(applyScript, touched.length, ...touched, ...words);
}
