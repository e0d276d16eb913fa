import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type RawEntry, recordedEvent, storedEvent } from '../log/event-fields.ts';
import type { Store } from '../log/generation-reader.ts';
import {
  LogDamagedError,
  LogUnavailableError,
  OtherHistoryError,
  UnknownSchemaError,
} from '../log/log-errors.ts';
import type { Primary } from '../log/primary.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { readHead } from '../log/store-head.ts';
import type { RecordedEvent } from '../orders/order-event.ts';

/** An event by its seq and its hash, which covers everything before it. */
export interface EventPosition {
  seq: number;
  hash: string;
}

/** Before the first event. */
export const logBegin: EventPosition = { seq: 0, hash: '' };

/** That something happened to an order or a tool, without what it was. */
export interface EventNotice extends EventPosition {
  /** Order id or tool id. */
  subject: string;
  /** `order.created` and so on; possibly one that only a newer release knows. */
  type: string;
  /** When (ms). */
  ts: number;
}

/** What one read of the log gives. */
export interface EventsRead<T = RecordedEvent> {
  events: readonly T[];
  /** Whether more may follow at once. */
  full: boolean;
}

/** What following the log takes. */
interface Followed {
  store: Pick<Store, 'client' | 'events'>;
  primary: Primary;
  /** Called for each entry that is no event of the shop, again with each read that meets it. */
  onForeign: (entry: LogDamagedError) => void;
}

/** Turns an entry into what a follower is told. Throws `LogDamagedError` for an entry that is no event of the shop. */
type Decode<T> = (entry: RawEntry) => T;

/** The whole event. Throws `UnknownSchemaError` for an event of a newer release. */
export const wholeEvent: Decode<RecordedEvent> = (entry) => recordedEvent(storedEvent(...entry));

/** Only what the event is about: far less work, and possible for an event of a newer release. */
export const eventNotice: Decode<EventNotice> = (entry) => {
  const { seq, hash, subject, type, ts } = storedEvent(...entry);
  return { seq, hash, subject, type, ts: Number(ts) };
};

/** Events per read of a follower: one that begins far back must not take the whole log into memory. */
const perRead = 500;
/** How long one call waits for an entry (ms). */
const blockMs = 2_000;
/** Pause after a read that returned events (ms): under load the events of that time come in one read. */
const batchPauseMs = 10;

/** Reads up to `count` events after a position; see `OrderLog.eventsAfter`. A seq alone is not compared with the log. */
export async function eventsAfter<T>(
  { store: { client, events }, onForeign }: Omit<Followed, 'primary'>,
  from: number | EventPosition,
  count: number,
  decode: Decode<T>,
): Promise<(EventsRead<T> & { lastId: string }) | null> {
  const { seq, hash } = typeof from === 'number' ? { seq: from, hash: null } : from;
  const standing = `${seq}-0`;
  // The first entry is the one at the position; a foreign one may come before it.
  let after = seq === 0 ? standing : `${seq - 1}-18446744073709551615`;
  let lastId = standing;
  let isFirst = true;
  for (;;) {
    // The entries of a store that is being restored are not a log yet.
    const [entries] = await Promise.all([events.entries(after, count + 1), readHead(client)]);
    const first = entries[0];
    if (isFirst && hash !== null && seq > 0 && (first?.[0] !== standing || first[1].at(-1) !== hash))
      return null;
    const found: T[] = [];
    for (const entry of entries) {
      if (entry[0] === standing || found.length === count) continue;
      try {
        found.push(decode(entry));
      } catch (error) {
        // The events before one of a newer release are read first.
        if (error instanceof UnknownSchemaError && found.length > 0)
          return { events: found, full: true, lastId };
        if (!(error instanceof LogDamagedError)) throw error;
        onForeign(error);
      }
    }
    const full = entries.length > count;
    lastId = entries.at(-1)?.[0] ?? lastId;
    if (found.length > 0 || !full) return { events: found, full, lastId };
    after = lastId;
    isFirst = false;
  }
}

/**
 * Follows the log from the event after `from` until the signal aborts, see `OrderLog.tail`. Each read begins with the event before, so a
 * lost connection or another primary does no harm: in another history that event is missing or has another hash.
 */
export async function* followLog<T extends EventPosition>(
  parts: Followed,
  from: number | EventPosition,
  signal: AbortSignal,
  decode: Decode<T>,
  follow = true,
): AsyncGenerator<T> {
  // A connection of its own: a blocking read holds up everything behind it.
  let blocking: Redis | null = null;
  const disconnect = (): void => {
    blocking?.disconnect();
    blocking = null;
  };
  const stopListening = parts.primary.onMoved(disconnect);
  signal.addEventListener('abort', disconnect, { once: true });
  /** Resolves when there is an entry after an id, or some seconds later. */
  const newEntry = async (id: string): Promise<void> => {
    try {
      const { url } = await parts.primary.locate();
      if (signal.aborted) return;
      blocking ??= blockingConnection(url);
      await blocking.xreadBuffer('COUNT', 1, 'BLOCK', blockMs, 'STREAMS', redisKeys.events, id);
    } catch (error) {
      disconnect();
      throw new LogUnavailableError('The log cannot be waited on', error);
    }
  };
  let last = from;
  let failures = 0;
  try {
    while (!signal.aborted) {
      try {
        const read = await eventsAfter(parts, last, perRead, decode);
        if (read === null) throw new OtherHistoryError(typeof last === 'number' ? last : last.seq);
        failures = 0;
        for (const event of read.events) {
          last = event;
          yield event;
          if (signal.aborted) return;
        }
        if (read.events.length === 0 && !follow) return;
        if (read.events.length === 0) await newEntry(read.lastId);
        else if (!read.full) await delay(batchPauseMs);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof LogUnavailableError)) throw error;
        failures += 1;
        await delay(Math.min(50 * failures, 1_000), undefined, { signal }).catch(() => undefined);
      }
    }
  } finally {
    signal.removeEventListener('abort', disconnect);
    stopListening();
    disconnect();
  }
}

function blockingConnection(url: string): Redis {
  const redis = new Redis(url, {
    connectionName: 'karigar-tail',
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    autoResendUnfulfilledCommands: false,
    // A Redis that hangs answers no blocking read.
    commandTimeout: 2 * blockMs,
  });
  // Every command that a lost connection concerns rejects on its own.
  redis.on('error', () => undefined);
  return redis;
}
