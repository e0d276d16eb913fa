import type { ChainableCommander, Redis } from 'ioredis';
import type { GenerationKeys } from '../log/generation-keys.ts';
import { ChainCheck, type LogPlace } from '../log/log-scan.ts';
import { type RawEntry, rawEntries } from '../log/raw-entries.ts';
import { isOrderEvent, type RecordedEvent } from '../orders/order-event.ts';
import { type BatchChanges, foldBatch, PoisonEventError } from './batch.ts';
import { decodeRecord, type OrderRecord } from './order-record.ts';

/**
 * Events per transaction. Redis does nothing else while it writes them: 1,000 held writers up for twice as long as 500 and
 * were no faster, 250 took a quarter longer.
 */
export const eventsPerBatch = 500;

/** The events behind the checkpoint with this text, checked. */
interface CheckedBatch {
  readonly checkpoint: string;
  readonly events: readonly RecordedEvent[];
  /** The last of them. */
  readonly place: LogPlace;
  /** The first event that cannot be taken, if there is one. */
  readonly poison: PoisonEventError | null;
}

/** What was read beyond the checkpoint: the next batch, the orders that it changes, and the entries behind that. */
export interface ReadAhead {
  readonly batch: CheckedBatch;
  readonly orders: Map<string, OrderRecord> | 'moved';
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
 * Applies the next events to a generation that is being built, together with its checkpoint in one transaction that fails
 * if anybody else moved the checkpoint meanwhile: no event is ever applied twice, whoever else works on the same
 * generation. Checks places and chain on the way. Throws `PoisonEventError` at the first event that it cannot take.
 *
 * In a shop whose writers never pause, each question waits for a turn of Redis. So a batch waits only once: while Redis
 * writes it, the batch after it is checked, its orders are asked for and the entries behind that are read, all on the same
 * connection and so as this batch leaves them. They are in `ahead`, to be given to the next call.
 */
export async function applyBatch(
  redis: Redis,
  keys: GenerationKeys,
  size = eventsPerBatch,
  ahead?: ReadAhead,
): Promise<BatchResult> {
  for (let known = ahead; ; known = undefined) {
    const next = known ?? (await readOn(redis, keys, size));
    if (!('batch' in next)) return next.place === null ? 'gone' : { place: next.place, applied: 0 };
    const { batch, orders, entries } = next;
    // Another rebuild may have applied these events meanwhile, and then nothing fits: that is no poison.
    if (orders === 'moved') {
      await redis.unwatch();
      continue;
    }
    if (batch.poison !== null) throw batch.poison;
    const { place, events } = batch;
    const transaction = redis.multi();
    write(transaction, foldBatch(keys, orders, events));
    transaction.set(keys.checkpoint, encodePlace(place));
    const writing = transaction.exec();
    const reading = rawEntries(redis, lastSeq(entries) ?? place.seq, size);
    const following = entries.length === 0 ? null : checked(place, entries);
    const asking = following === null ? null : ordersBefore(redis, keys, following);
    const [answers, ordersOfNext, more] = await Promise.all([writing, asking, reading]);
    if (answers === null) {
      await redis.unwatch();
      continue;
    }
    const failed = answers.find(([error]) => error !== null)?.[0];
    if (failed != null) throw failed;
    const applied = events.length;
    if (following === null || ordersOfNext === null) return { place, applied };
    return { place, applied, ahead: { batch: following, orders: ordersOfNext, entries: more } };
  }
}

/** Reads two batches from the checkpoint on; without events only the place that is reached, null when there is none. */
async function readOn(
  redis: Redis,
  keys: GenerationKeys,
  size: number,
): Promise<ReadAhead | { readonly place: LogPlace | null }> {
  const checkpoint = await redis.get(keys.checkpoint);
  if (checkpoint === null) return { place: null };
  const place = decodePlace(checkpoint);
  const entries = await rawEntries(redis, place.seq, 2 * size);
  if (entries.length === 0) return { place };
  const batch = checked(place, entries.slice(0, size));
  return { batch, orders: await ordersBefore(redis, keys, batch), entries: entries.slice(size) };
}

const lastSeq = (entries: readonly RawEntry[]): number | null => {
  const last = entries.at(-1);
  return last === undefined ? null : Number.parseInt(last[0], 10);
};

function checked(start: LogPlace, entries: readonly RawEntry[]): CheckedBatch {
  const check = new ChainCheck(start);
  const checkpoint = encodePlace(start);
  const events: RecordedEvent[] = [];
  for (const [id, fields] of entries) {
    const { seq, stored, event, faults } = check.check(id, fields);
    if (event === null || faults.length > 0) {
      const poison = new PoisonEventError(seq, stored?.type ?? 'unreadable', faults.join('; '));
      return { checkpoint, events, place: check.place, poison };
    }
    events.push(event);
  }
  return { checkpoint, events, place: check.place, poison: null };
}

/**
 * The orders that a batch changes, as the generation knows them, or 'moved' when it is not just before the batch. From now
 * on the connection watches the checkpoint, so that a transaction fails when it moves.
 */
async function ordersBefore(
  redis: Redis,
  keys: GenerationKeys,
  { checkpoint, events }: CheckedBatch,
): Promise<Map<string, OrderRecord> | 'moved'> {
  const ids = new Set<string>();
  for (const event of events) if (isOrderEvent(event) && event.v > 1) ids.add(event.subject);
  const list = [...ids];
  const [, before, stored, after] = await Promise.all([
    redis.watch(keys.checkpoint),
    redis.get(keys.checkpoint),
    list.length === 0 ? [] : redis.mget(list.map((id) => keys.order(id))),
    redis.get(keys.checkpoint),
  ]);
  if (before !== checkpoint || after !== checkpoint) return 'moved';
  const orders = new Map<string, OrderRecord>();
  for (const [index, text] of stored.entries()) {
    if (text !== null) orders.set(list[index] as string, decodeRecord(text));
  }
  return orders;
}

function write(transaction: ChainableCommander, changes: BatchChanges): void {
  if (changes.documents.size > 0) transaction.mset(changes.documents);
  for (const [key, members] of changes.members) {
    const added = [...members].flatMap(([member, score]) => (score === null ? [] : [score, member]));
    const removed = [...members].flatMap(([member, score]) => (score === null ? [member] : []));
    if (added.length > 0) transaction.zadd(key, ...added);
    if (removed.length > 0) transaction.zrem(key, ...removed);
  }
  for (const [key, fields] of changes.fields) {
    const set = [...fields].flatMap(([field, change]) => ('set' in change ? [field, change.set] : []));
    if (set.length > 0) transaction.hset(key, ...set);
    for (const [field, change] of fields) {
      if ('add' in change) transaction.hincrby(key, field, change.add);
    }
  }
}
