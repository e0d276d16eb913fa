import type { ChainableCommander, Redis } from 'ioredis';
import type { GenerationKeys } from '../log/generation-keys.ts';
import { ChainCheck, type LogPlace, rawEntries } from '../log/log-scan.ts';
import { isOrderEvent, type RecordedEvent } from '../orders/order-event.ts';
import { type BatchChanges, foldBatch, PoisonEventError } from './batch.ts';
import { decodeRecord, type OrderRecord } from './order-record.ts';

/** Events per transaction: 1,000 keep Redis busy for 60 ms, 250 for 10. */
export const eventsPerBatch = 250;

/** Entries of the log that were read behind the checkpoint with this text. */
export interface ReadAhead {
  readonly checkpoint: string;
  readonly entries: Awaited<ReturnType<typeof rawEntries>>;
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
 * In a shop whose writers never pause, each question waits for a turn of Redis. So a batch asks only twice: for the orders
 * that it changes, and for the writing; the next entries come along with that as `ahead`, to be given to the next call.
 */
export async function applyBatch(
  redis: Redis,
  keys: GenerationKeys,
  size = eventsPerBatch,
  ahead?: ReadAhead,
): Promise<BatchResult> {
  for (let next = ahead; ; next = undefined) {
    if (next === undefined || next.entries.length === 0) {
      const checkpoint = await redis.get(keys.checkpoint);
      if (checkpoint === null) return 'gone';
      const place = decodePlace(checkpoint);
      next = { checkpoint, entries: await rawEntries(redis, place.seq, size) };
      if (next.entries.length === 0) return { place, applied: 0 };
    }
    const { checkpoint, entries } = next;
    const check = new ChainCheck(decodePlace(checkpoint));
    const events = entries.map(([id, fields]) => readable(check, id, fields));
    const [, before, orders, after] = await Promise.all([
      redis.watch(keys.checkpoint),
      redis.get(keys.checkpoint),
      ordersBefore(redis, keys, events),
      redis.get(keys.checkpoint),
    ]);
    // Another rebuild may have applied these events meanwhile, and then nothing fits: that is no poison.
    if (before !== checkpoint || after !== checkpoint) {
      await redis.unwatch();
      continue;
    }
    const transaction = redis.multi();
    write(transaction, foldBatch(keys, orders, events));
    const { place } = check;
    const reached = encodePlace(place);
    transaction.set(keys.checkpoint, reached);
    const [answers, following] = await Promise.all([transaction.exec(), rawEntries(redis, place.seq, size)]);
    if (answers === null) continue;
    const failed = answers.find(([error]) => error !== null)?.[0];
    if (failed != null) throw failed;
    return { place, applied: events.length, ahead: { checkpoint: reached, entries: following } };
  }
}

function readable(check: ChainCheck, id: string, fields: readonly string[]): RecordedEvent {
  const { seq, stored, event, faults } = check.check(id, fields);
  if (event === null || faults.length > 0) {
    throw new PoisonEventError(seq, stored?.type ?? 'unreadable', faults.join('; '));
  }
  return event;
}

async function ordersBefore(
  redis: Redis,
  keys: GenerationKeys,
  events: readonly RecordedEvent[],
): Promise<Map<string, OrderRecord>> {
  const ids = new Set<string>();
  for (const event of events) if (isOrderEvent(event) && event.v > 1) ids.add(event.subject);
  const orders = new Map<string, OrderRecord>();
  if (ids.size === 0) return orders;
  const list = [...ids];
  const stored = await redis.mget(list.map((id) => keys.order(id)));
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
    const set = [...fields].flatMap(([field, change]) =>
      change.kind === 'set' ? [field, change.value] : [],
    );
    if (set.length > 0) transaction.hset(key, ...set);
    for (const [field, change] of fields) {
      if (change.kind === 'moved') transaction.hincrby(key, field, change.by);
    }
  }
}
