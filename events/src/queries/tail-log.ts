import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { recordedEvent, storedEvent, storedFields } from '../log/event-fields.ts';
import { LogDamagedError, LogUnavailableError, OtherHistoryError } from '../log/log-errors.ts';
import { type LogReader, scanSource } from '../log/log-reader.ts';
import type { PastEvents } from '../log/past-events.ts';
import type { Primary } from '../log/primary.ts';
import { hashOf, type RawEntry } from '../log/read-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { RecordedEvent } from '../orders/order-event.ts';

/** That something happened to an order or a tool, without what it was. */
export interface EventNotice {
  readonly seq: number;
  /** Order id or tool id. */
  readonly subject: string;
  /** `order.created` and so on; possibly one that only a newer release knows. */
  readonly type: string;
  /** When (ms). */
  readonly ts: number;
  /** Hash of the event, which tells it from that of another history. */
  readonly hash: string;
}

/** After which event a tail begins: its seq, 0 for none, or the event by its hash as well, as the head has it. */
export type TailStart = number | Pick<EventNotice, 'seq' | 'hash'>;

/** Events per read; a tail that starts far back must not take the whole log into memory. */
const perRead = 500;
/**
 * Pause after a read that returned events (ms). Under load the events of that time then come in one read; otherwise each
 * append would wake the reader, which costs nearly as much as the append itself.
 */
const batchPauseMs = 10;
/** How long one call waits for events (ms). A finite time notices a connection that died silently. */
const blockMs = 2_000;

/** Reads up to `count` entries, that of a seq first, and turns each into an event when it is yielded. */
interface TailReader<E, T> {
  readonly read: (redis: Redis, log: LogReader, seq: number, count: number) => Promise<readonly E[]>;
  readonly event: (entry: E) => T;
  readonly hash: (entry: E) => string;
}

/** Whole events. Throws what `storedEvent` and `recordedEvent` throw. */
export const recordedEvents: TailReader<RawEntry, RecordedEvent> = {
  read: (_redis, log, seq, count) => log.entries(Math.max(0, seq - 1), count),
  event: ([id, fields]) => recordedEvent(storedEvent(id, fields)),
  hash: hashOf,
};

/** Only what the events are about, which is far less work. Throws `LogDamagedError` where that is missing. */
export const eventNotices: TailReader<RawNotice, EventNotice> = {
  async read(redis, log, seq, count) {
    const text = (await redis.eval(noticesScript, 1, redisKeys.events, `${seq}-0`, count)) as string;
    const notices: unknown = JSON.parse(text);
    if (!Array.isArray(notices)) return [];
    // Where the first ones are not in Redis, they may have left it.
    if (Number.parseInt(notices[0]?.[0], 10) <= Math.max(1, seq)) return notices;
    return (await log.entries(Math.max(0, seq - 1), count)).map(noticeOf);
  },
  event([id, subject, type, ts, hash]) {
    const seq = Number.parseInt(id, 10);
    if (id !== `${seq}-0`) throw new LogDamagedError(seq, `its id is ${id}`);
    if (!subject || !type || !ts || !hash)
      throw new LogDamagedError(seq, 'its subject, type, time or hash is missing');
    return { seq, subject, type, ts: Number(ts), hash };
  },
  hash: ([, , , , hash]) => hash || '',
};

type Missing = string | false;
type RawNotice = [id: string, subject: Missing, type: Missing, ts: Missing, hash: Missing];

function noticeOf([id, fields]: RawEntry): RawNotice {
  const value = (name: (typeof storedFields)[number]): Missing => {
    const at = 2 * storedFields.indexOf(name);
    return fields[at] === name && fields[at + 1] !== undefined ? (fields[at + 1] as string) : false;
  };
  return [id, value('subject'), value('type'), value('ts'), value('hash')];
}

/** Lua for the value of a field, false where the field is not in its place: any value may be the name of another field. */
function luaField(name: (typeof storedFields)[number]): string {
  const at = 2 * storedFields.indexOf(name) + 1;
  return `fields[${at}] == '${name}' and fields[${at + 1}] or false`;
}

/** Id, subject, type, time and hash of each event as JSON; no events at all are `{}`. */
const noticesScript = `#!lua flags=no-writes
local notices = {}
for i, entry in ipairs(redis.call('XRANGE', KEYS[1], ARGV[1], '+', 'COUNT', ARGV[2])) do
  local fields = entry[2]
  notices[i] = { entry[1], ${luaField('subject')}, ${luaField('type')}, ${luaField('ts')},
    ${luaField('hash')} }
end
return cjson.encode(notices)
`;

/**
 * Follows the log from the event after `from` until the signal aborts; events that have left Redis are given by `past`. Reads on an ioredis connection of its own, because a
 * blocking read holds up everything behind it. When that is lost, or another Redis becomes the primary, it connects anew, which is
 * harmless because each read begins with the event before, by which another history is told. With `follow` false it ends where the log
 * ends. Throws `OtherHistoryError` when that event is not there any more, and what `reader` throws.
 */
export async function* tailLog<
  E extends readonly [id: string, ...unknown[]],
  T extends Pick<EventNotice, 'seq' | 'hash'>,
>(
  { primary, past }: { readonly primary: Primary; readonly past?: PastEvents | undefined },
  from: TailStart,
  signal: AbortSignal,
  reader: TailReader<E, T>,
  follow = true,
): AsyncGenerator<T> {
  // A seq alone may lie ahead of the log, and before the first event there is none: their hash is learnt by reading.
  let last: { seq: number; hash: string | null } =
    typeof from === 'number' || from.seq === 0
      ? { seq: typeof from === 'number' ? from : 0, hash: null }
      : from;
  let failures = 0;
  while (!signal.aborted) {
    const moved = new AbortController();
    const forget = primary.onMoved(() => moved.abort());
    const ending = AbortSignal.any([signal, moved.signal]);
    let redis: Redis | null = null;
    const stop = (): void => redis?.disconnect();
    ending.addEventListener('abort', stop, { once: true });
    try {
      const { url } = await primary.locate();
      redis = tailConnection(url);
      if (ending.aborted) continue;
      const log = scanSource(redis, past);
      for (;;) {
        const found = await reader.read(redis, log, last.seq, perRead + 1);
        const stands = found[0]?.[0] === `${last.seq}-0` ? found[0] : null;
        const hash = stands === null ? null : reader.hash(stands);
        if (last.hash !== null && hash !== last.hash) throw new OtherHistoryError(last.seq);
        last = { seq: last.seq, hash };
        failures = 0;
        const entries = stands === null ? found : found.slice(1);
        for (const entry of entries) {
          const event = reader.event(entry);
          last = event;
          yield event;
          if (signal.aborted) return;
        }
        if (!follow && entries.length === 0) return;
        if (entries.length === 0) await news(redis, last.seq);
        else if (entries.length < perRead) await delay(batchPauseMs);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!ending.aborted && !isLost(error)) throw error;
      primary.forget();
    } finally {
      forget();
      ending.removeEventListener('abort', stop);
      redis?.disconnect();
    }
    failures += 1;
    await delay(Math.min(50 * failures, 1_000), undefined, { signal }).catch(() => undefined);
  }
}

function tailConnection(url: string): Redis {
  const redis = new Redis(url, {
    connectionName: 'karigar-tail',
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    autoResendUnfulfilledCommands: false,
  });
  // Every command that a lost connection concerns rejects on its own.
  redis.on('error', () => undefined);
  return redis;
}

/** What a connection says that was lost, or whose Redis cannot answer yet: another try leads to where the log is. */
function isLost(error: unknown): boolean {
  if (error instanceof LogUnavailableError) return true;
  if (!(error instanceof Error)) return false;
  return (
    /^Connection is closed|^Stream isn't writeable|^(LOADING|UNBLOCKED|MASTERDOWN|READONLY)\b/.test(
      error.message,
    ) || 'syscall' in error
  );
}

/** Resolves when there is an event after `seq`, or some seconds later. */
async function news(redis: Redis, seq: number): Promise<void> {
  await redis.xreadBuffer('COUNT', 1, 'BLOCK', blockMs, 'STREAMS', redisKeys.events, `${seq}-0`);
}
