import type { Redis } from 'ioredis';
import type { GenerationKeys } from '../log/generation-keys.ts';
import { ChainCheck, type LogPlace } from '../log/log-scan.ts';
import { type RawEntry, rawEntries } from '../log/read-events.ts';
import { decodeRecord, type OrderRecord } from '../model/order-record.ts';
import { isOrderEvent, type RecordedEvent } from '../orders/order-event.ts';
import { type BatchChanges, foldBatch, PoisonEventError } from './batch.ts';
import { applyScript } from './rebuild-scripts.ts';

/**
 * Events per batch: what is asked for at once. While people order all the time each question waits for its turn, so 500
 * take a quarter longer in all and 250 nearly twice as long.
 */
export const eventsPerBatch = 1_000;
/**
 * Redis does nothing else while it writes, so a batch is written in parts that are sent together: between two it answers
 * others. Two parts take a tenth longer in all, and the longest wait of people who order is a third shorter; with four it
 * takes half as long again, because each part waits for a flush, and the longest wait is no shorter any more.
 */
const partsPerBatch = 2;

/** Events that follow each other in the log, checked. */
interface LogPart {
  /** The event before the first. */
  readonly start: LogPlace;
  readonly events: readonly RecordedEvent[];
  /** The last of them. */
  readonly place: LogPlace;
}

/** Parts that follow each other. */
interface LogBatch {
  readonly start: LogPlace;
  readonly parts: readonly LogPart[];
  readonly place: LogPlace;
  /** The first event that cannot be taken, if there is one. */
  readonly poison: PoisonEventError | null;
}

/** A batch with what each of its parts changes, computed before its turn; a poisonous one changes nothing. */
interface FoldedBatch {
  readonly batch: LogBatch;
  readonly changes: readonly BatchChanges[] | PoisonEventError;
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
    const { start, place, parts } = next.batch;
    if (next.changes instanceof PoisonEventError) {
      // Another rebuild may have applied these events meanwhile, and then nothing fits: that is no poison.
      if ((await redis.get(keys.checkpoint)) === encodePlace(start)) throw next.changes;
      continue;
    }
    const writing = writeParts(redis, keys.checkpoint, parts, next.changes);
    const third = second === null || entries.length === 0 ? null : checked(second.batch.place, entries, size);
    const asking = third === null ? new Map<string, OrderRecord>() : ordersOf(redis, keys, third);
    const reading = third === null ? [] : rawEntries(redis, third.place.seq, size);
    const following = second === null ? null : foldAfter(keys, second, next.orders);
    const [answers, orders, more] = await Promise.all([writing, asking, reading]);
    if (answers.some((answer) => answer !== 'OK')) continue;
    const applied = eventsOf(next.batch).length;
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
  const first = checked(place, entries, size);
  const later = entries.length < size ? [] : await rawEntries(redis, first.place.seq, size);
  const second = later.length === 0 ? null : checked(first.place, later, size);
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
  for (const event of eventsOf(batch)) {
    const order = changed.get(event.subject) ?? orders.get(event.subject);
    if (order !== undefined) known.set(event.subject, order);
  }
  if (batch.poison !== null) return { batch, changes: batch.poison, orders: known };
  try {
    return { batch, changes: batch.parts.map(({ events }) => foldBatch(keys, known, events)), orders: known };
  } catch (error) {
    if (!(error instanceof PoisonEventError)) throw error;
    return { batch, changes: error, orders: known };
  }
}

const eventsOf = ({ parts }: LogBatch): RecordedEvent[] => parts.flatMap(({ events }) => events);

/** `size` is that of a whole batch, which the last one of a log may not reach. */
function checked(start: LogPlace, entries: readonly RawEntry[], size: number): LogBatch {
  const check = new ChainCheck(start);
  const perPart = Math.ceil(size / partsPerBatch);
  const parts: LogPart[] = [];
  for (let first = 0; first < entries.length; first += perPart) {
    const begin = check.place;
    const events: RecordedEvent[] = [];
    for (const [id, fields] of entries.slice(first, first + perPart)) {
      const { seq, stored, event, faults } = check.check(id, fields);
      if (event === null || faults.length > 0) {
        const poison = new PoisonEventError(seq, stored?.type ?? 'unreadable', faults.join('; '));
        return { start, parts, place: begin, poison };
      }
      events.push(event);
    }
    parts.push({ start: begin, events, place: check.place });
  }
  return { start, parts, place: check.place, poison: null };
}

/** The orders that a batch changes, as the generation knows them now. */
async function ordersOf(
  redis: Redis,
  keys: GenerationKeys,
  batch: LogBatch,
): Promise<Map<string, OrderRecord>> {
  const ids = new Set<string>();
  for (const event of eventsOf(batch)) if (isOrderEvent(event) && event.v > 1) ids.add(event.subject);
  const list = [...ids];
  const stored = list.length === 0 ? [] : await redis.mget(list.map((id) => keys.order(id)));
  const orders = new Map<string, OrderRecord>();
  for (const [index, text] of stored.entries()) {
    if (text !== null) orders.set(list[index] as string, decodeRecord(text));
  }
  return orders;
}

/** Sends all parts at once; where the checkpoint has moved, or is gone, no later part finds its own either. */
function writeParts(
  redis: Redis,
  checkpoint: string,
  parts: readonly LogPart[],
  changes: readonly BatchChanges[],
): Promise<unknown[]> {
  return Promise.all(
    parts.map((part, index) => writePart(redis, checkpoint, part, changes[index] as BatchChanges)),
  );
}

/** One script call instead of a command per key: a part touches hundreds. */
function writePart(
  redis: Redis,
  checkpoint: string,
  { start, place }: LogPart,
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
