import { readFileSync } from 'node:fs';
import { type StoredEvent, storedEvent } from '../log/event-fields.ts';
import { readStrings, type Store } from '../log/generation-reader.ts';
import { LogDamagedError, LogUnavailableError, messageOf } from '../log/log-errors.ts';
import { LostEventsError } from '../log/past-events.ts';
import type { RedisClient } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { readHead, redisTime, restoringCode } from '../log/store-head.ts';
import { decodeRecord, noRecord, type OrderRecord } from '../model/order-record.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { needsAttention } from '../orders/order-state.ts';
import { readVoided } from '../rebuild/read-voided.ts';
import { segmentWith } from './past-segments.ts';
import { followingEvent, readSegment } from './segment-events.ts';
import { type ArchiveChain, eventsPerSegment, readChain } from './segments.ts';

const trimScript = readFileSync(new URL('trim-log.lua', import.meta.url), 'utf8');

/** What keeps the events from `from` on in Redis. */
export interface HeldBack {
  from: number;
  by: 'age' | 'end' | 'archiver' | 'archive' | 'order';
  /** The same in words, as the end of a sentence about these events. */
  why: string;
  /** The order that is not finished. */
  order?: string;
}

/** What leaves Redis, or left it, and what holds the rest back. */
export interface Trim {
  /** The first and the last event, and how many there are; none where `events` is 0. */
  from: number;
  to: number;
  events: number;
  /** Time of the last of them (ms). */
  ts: number;
  /** Memory of Redis that the events take, estimated (bytes). */
  bytes: number;
  held: HeldBack;
}

/** What to trim. */
interface TrimOptions {
  /** Every event that leaves, and the last one of every order that they belong to, is older than this (ms). */
  olderThanMs: number;
  /** Called with the last event of each segment that was checked, before it leaves. */
  onSegment?: ((to: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Removes the oldest events from Redis, one full segment at a time: events that the archive gives back as they were, that are old, and whose orders are
 * finished. Each segment is read back right before. Killed at any time, whole segments are done, and the same call continues. Throws `LostEventsError` when
 * the archive lacks events that have left already, `LogDamagedError` when the log differs from the archive, `LogUnavailableError` when
 * another trim runs at the same time, `ObjectsUnavailableError`, and the signal's reason.
 *
 * @param trimmer connection of the user that may trim; without it nothing is changed, and the answer is what would leave
 */
export async function trimLog(
  store: Store,
  objects: ObjectStore,
  { olderThanMs, onSegment, signal }: TrimOptions,
  trimmer?: RedisClient,
): Promise<Trim> {
  const { client, events } = store;
  const { shop, seq: head, trimmedTo } = await readHead(client);
  const quietSince = (await redisTime(client)) - olderThanMs;
  const [bytes, count] = await client.run((connection) =>
    Promise.all([connection.memoryUsage(redisKeys.events), connection.xLen(redisKeys.events)]),
  );
  const chain = await readChain(objects, shop);
  const gone = chain.faults.filter(({ from }) => from <= trimmedTo);
  if (gone.length > 0) throw new LostEventsError(gone);
  let [border, ts] = [trimmedTo, 0];
  const stop = (held: Omit<HeldBack, 'from'>): Trim => ({
    ...{ from: trimmedTo + 1, to: border, events: border - trimmedTo, ts },
    bytes: Math.round(((border - trimmedTo) * (bytes ?? 0)) / Math.max(1, count)),
    held: { from: border + 1, ...held },
  });
  for (;;) {
    signal?.throwIfAborted();
    const to = border + eventsPerSegment;
    // One event stays at least: without any Redis would look as if its log were lost.
    if (to >= head)
      return stop({
        by: 'end',
        why: 'they do not fill a segment of the archive, or are the last of the log',
      });
    if (to > (chain.segments.at(-1)?.to ?? 0))
      return stop({ by: 'archiver', why: 'they are not in the archive yet' });
    const read = await oldEntries(objects, chain, to, quietSince);
    if ('by' in read) return stop(read);
    const unfinished = await firstUnfinished(store, read, quietSince);
    if (unfinished !== null) return stop(unfinished);
    const last = read.at(-1) as StoredEvent;
    const [entry] = await events.entriesAt([to + 1]);
    const { hash: next } = followingEvent(entry, to + 1, last.hash);
    onSegment?.(to);
    const words = [shop, border, to, last.hash, next, restoringCode].map(String);
    const keys = [redisKeys.events, redisKeys.meta];
    const answer = await trimmer?.run((connection) =>
      connection.eval(trimScript, { keys, arguments: words }),
    );
    if (answer === 'LAST') throw new LogDamagedError(to, 'in Redis it is another one than in the archive');
    if (answer === 'NEXT') throw new LogDamagedError(to + 1, 'it is not there any more, or is another one');
    if (answer === 'MOVED')
      throw new LogUnavailableError(
        'Another trim runs as well, the shop is being restored, or the user that may trim is of the Redis of another shop',
      );
    [border, ts] = [to, Number(last.ts)];
  }
}

/** Reads the segment that ends with an event, or answers why its events have to stay. */
async function oldEntries(
  objects: ObjectStore,
  chain: ArchiveChain,
  to: number,
  quietSince: number,
): Promise<StoredEvent[] | Omit<HeldBack, 'from'>> {
  try {
    const segment = segmentWith(chain, to);
    if (segment.ts >= quietSince) return { by: 'age', why: 'they are not old enough' };
    return (await readSegment(objects, segment)).map((entry) => storedEvent(...entry));
  } catch (error) {
    if (error instanceof LostEventsError) return { by: 'archive', why: messageOf(error) };
    throw error;
  }
}

/** Finds the first order of some events that is not finished. */
async function firstUnfinished(
  { reader, events: log }: Store,
  events: readonly StoredEvent[],
  quietSince: number,
): Promise<Omit<HeldBack, 'from'> | null> {
  const ofOrders = events.filter(({ type }) => type.startsWith('order.'));
  const orders = [...Map.groupBy(ofOrders, ({ subject }) => subject)];
  if (orders.length === 0) return null;
  const texts = await reader.readOne<(string | null)[]>((keys) =>
    readStrings(orders.map(([id]) => keys.order(id))),
  );
  for (const [at, [order, own]] of orders.entries()) {
    const text = texts[at] ?? null;
    const why = whyUnfinished(text === null ? noRecord : decodeRecord(text), quietSince);
    if (why === null) continue;
    const seqs = own.map(({ seq }) => seq);
    // An order whose events are all void has no document, and never will have one.
    const voided = text === null ? await readVoided(log, seqs[0] ?? 0) : null;
    if (voided === null || !seqs.every((seq) => voided.has(seq)))
      return { by: 'order', order, why: `event ${seqs[0]} is of ${order}, and ${why}` };
  }
  return null;
}

/**
 * Says why the events of an order have to stay in Redis, in words; null when it is finished: it was shipped, refunded or deleted, it needs no
 * decision (a wish to cancel, a refund without an answer or that failed, an open dispute), and nothing has happened in it since
 * `quietSince` (ms). In that time a bank may still bring a payment back.
 */
export function whyUnfinished({ state, history }: OrderRecord, quietSince: number): string | null {
  const { status } = state;
  if (status === 'none')
    return 'no document of it is stored, so nobody knows whether it is finished: run a rebuild';
  if (status === 'unpaid') return 'it is not paid';
  if (status === 'paid') return 'it is paid and not shipped';
  if (needsAttention(state)) return 'it needs a decision';
  const last = history.at(-1);
  if (last === undefined || last.ts >= quietSince)
    return `its last event, ${last?.seq ?? 0}, is not old enough`;
  return null;
}
