import { chainHash, type RawEntry, storedEvent } from '../log/event-fields.ts';
import { readStrings, type Store } from '../log/generation-reader.ts';
import { LogDamagedError, messageOf } from '../log/log-errors.ts';
import type { LogReader } from '../log/log-reader.ts';
import { readHead, redisTime } from '../log/store-head.ts';
import { decodeRecord, noRecord } from '../model/order-record.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { readVoided } from '../rebuild/read-voided.ts';
import { ArchiveDamagedError, readChain } from './archive-chain.ts';
import { whyUnfinished } from './finished-order.ts';
import { segmentWith } from './past-segments.ts';
import { readSegment } from './segment-events.ts';
import { eventsPerSegment } from './segment-name.ts';

/** Which events may leave Redis. */
export interface TrimLimits {
  /** Every one that leaves, and the last one of every order that they belong to, is older than this (ms). */
  readonly olderThanMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A full segment whose events may leave Redis: it was read back and checked just now. */
export interface LeavingSegment {
  readonly from: number;
  readonly to: number;
  /** Hash and time (ms) of its last event. */
  readonly hash: string;
  readonly ts: number;
  /** The hash of the first event that stays. */
  readonly next: string;
  /** How many orders it is about. */
  readonly orders: number;
}

/** What keeps the events from `from` on in Redis. */
export type HeldBack = { readonly from: number } & (
  | { readonly by: 'age' | 'end' | 'plan' }
  | { readonly by: 'archiver' }
  | { readonly by: 'archive'; readonly to: number; readonly why: string }
  | { readonly by: 'order'; readonly order: string; readonly seq: number; readonly why: string }
);

/** Orders per read. */
const perRead = 500;

/**
 * Reads the segments, oldest first, whose events may leave Redis, and answers what holds the others back: the log is cut only from its front,
 * at the border of a full segment that the archive gives back as it was written, of old events, of orders that are finished.
 * Throws `ArchiveDamagedError` where events are damaged that have left already, `LogDamagedError`, and `ObjectsUnavailableError`.
 */
export async function* leavingSegments(
  store: Store,
  objects: ObjectStore,
  { olderThanMs, signal }: TrimLimits,
): AsyncGenerator<LeavingSegment, HeldBack> {
  const head = await readHead(store.client);
  const quietSince = (await redisTime(store.client)) - olderThanMs;
  const chain = await readChain(objects, head.shop);
  const gone = chain.faults.filter(({ from }) => from <= head.trimmedTo);
  if (gone.length > 0) throw new ArchiveDamagedError(gone);
  const archived = chain.segments.at(-1)?.to ?? 0;
  const voided = new VoidedEvents(store.events);
  for (let from = head.trimmedTo + 1; ; from += eventsPerSegment) {
    signal?.throwIfAborted();
    const to = from + eventsPerSegment - 1;
    // One event stays at least: without any Redis would look as if its log were lost.
    if (to >= head.seq) return { from, by: 'end' };
    if (to > archived) return { from, by: 'archiver' };
    let events: readonly RawEntry[];
    try {
      const segment = segmentWith(chain, to);
      if (segment.ts >= quietSince) return { from, by: 'age' };
      events = await readSegment(objects, segment);
    } catch (error) {
      if (!(error instanceof ArchiveDamagedError)) throw error;
      return { from, to, by: 'archive', why: error.faults.map(({ what }) => what).join('; ') };
    }
    const last = storedEvent(...(events.at(-1) as RawEntry));
    const orders = ordersIn(events);
    const unfinished = await firstUnfinished(store, orders, quietSince, voided);
    if (unfinished !== null) return { from, by: 'order', ...unfinished };
    const next = await hashBehind(store.events, to, last.hash);
    yield { from, to, hash: last.hash, ts: Number(last.ts), next, orders: orders.size };
  }
}

/** The orders of some events, each with those of them that are its own. */
function ordersIn(events: readonly RawEntry[]): Map<string, number[]> {
  const orders = new Map<string, number[]>();
  for (const [id, fields] of events) {
    const { subject, type, seq } = storedEvent(id, fields);
    if (type.startsWith('order.')) orders.set(subject, [...(orders.get(subject) ?? []), seq]);
  }
  return orders;
}

/** Which events in Redis were declared void: read once, and only where somebody asks. */
class VoidedEvents {
  readonly #events: LogReader;
  #read: Promise<ReadonlySet<number>> | null = null;
  constructor(events: LogReader) {
    this.#events = events;
  }

  /** Checks whether all of these events were voided. The first call has to ask for the earliest ones: what voids an event stands behind it. */
  async hasAll(seqs: readonly number[]): Promise<boolean> {
    this.#read ??= readVoided(this.#events, seqs[0] ?? 0);
    const voided = await this.#read;
    return seqs.every((seq) => voided.has(seq));
  }
}

/** The first of these orders that is not finished. */
async function firstUnfinished(
  { reader }: Store,
  orders: ReadonlyMap<string, readonly number[]>,
  quietSince: number,
  voided: VoidedEvents,
) {
  const ids = [...orders.keys()];
  for (let start = 0; start < ids.length; start += perRead) {
    const part = ids.slice(start, start + perRead);
    const texts = await reader.readOne<(string | null)[]>((keys) =>
      readStrings(part.map((id) => keys.order(id))),
    );
    for (const [index, order] of part.entries()) {
      const text = texts[index] ?? null;
      const why = whyHeld(text, quietSince);
      const seqs = orders.get(order) ?? [];
      // An order of which nothing counts has no document, and never will.
      if (why === null || (text === null && (await voided.hasAll(seqs)))) continue;
      return { order, seq: seqs[0] ?? 0, why };
    }
  }
  return null;
}

/** Says why the order of a document has to stay, in words; null when it is finished. */
function whyHeld(text: string | null, quietSince: number): string | null {
  try {
    return whyUnfinished(text === null ? noRecord : decodeRecord(text), quietSince);
  } catch (error) {
    return messageOf(error);
  }
}

/** Reads the hash of the event behind `seq`, which must follow it. Throws `LogDamagedError`. */
async function hashBehind(events: LogReader, seq: number, hash: string): Promise<string> {
  const [next] = await events.entriesAt([seq + 1]);
  if (next === undefined) throw new LogDamagedError(seq + 1, 'it is missing');
  const event = storedEvent(...next);
  if (chainHash(hash, event) !== event.hash)
    throw new LogDamagedError(seq + 1, 'its content does not fit its hash, or its hash not the event before');
  return event.hash;
}
