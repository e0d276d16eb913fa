import type { Redis } from 'ioredis';
import { storedEvent, storedFields } from '../log/event-fields.ts';
import { scanSource } from '../log/log-reader.ts';
import type { PastEvents } from '../log/past-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { scanHead } from '../log/store-head.ts';
import {
  type BackupHead,
  type BackupLine,
  type EventLine,
  isBackupKey,
  type RecordLine,
} from './backup-lines.ts';

const perRead = 500;

/** Where a backup ends, and the payment intents at that moment: field, value, field, value … */
export interface BackupStart {
  readonly head: BackupHead;
  readonly intents: readonly string[];
}

/** Reads where the log ends now: an export goes so far and no further. Throws `StoreClosedError` like every reader. */
export async function beginBackup(redis: Redis): Promise<BackupStart> {
  const { shop } = await scanHead(redis);
  const [[seq, hash, ts], intents] = (await redis.eval(
    startScript,
    2,
    redisKeys.meta,
    redisKeys.intents,
  )) as [[string, string, string], string[]];
  return { head: { seq: Number(seq), hash, ts: Number(ts), shop }, intents };
}

/**
 * Both at one moment: an order that is unpaid where the log ends must not lose its intent because it is paid right afterwards.
 * A script, because Redis takes no transaction when its memory is full.
 *
 * KEYS meta intents   Answers [ [ seq, hash, ts ], [ order, intent, order, intent … ] ]
 */
const startScript = `#!lua flags=no-writes
return { redis.call('HMGET', KEYS[1], 'seq', 'hash', 'ts'), redis.call('HGETALL', KEYS[2]) }
`;

/**
 * Everything of a shop that cannot be made again: the log up to its head, then every plain record. The shop stays open. The
 * records are younger than the log, which does no harm: an intent that an order gained meanwhile is only one more, and those
 * that orders had at the head come before. `past` gives the events that
 * have left Redis. Throws `LogDamagedError` at an entry that is no event, and what reading past events throws.
 */
export async function* exportStore(
  redis: Redis,
  start: BackupStart,
  past?: PastEvents,
): AsyncGenerator<BackupLine> {
  yield* exportLog(redis, 0, start.head.seq, past);
  for (let at = 0; at < start.intents.length; at += perRead)
    yield { t: 'hash', k: redisKeys.intents, f: start.intents.slice(at, at + perRead) };
  yield* exportRecords(redis);
}

/** Every plain record of a shop, each as it is when its turn comes. */
export async function* exportRecords(redis: Redis): AsyncGenerator<RecordLine> {
  // The read models are left out; their many keys make this scan longer, but no list of records can forget one.
  const seen = new Set<string>();
  for await (const keys of redis.scanStream({ match: '{o}:*', count: 1_000 }) as AsyncIterable<string[]>) {
    for (const key of keys) {
      if (!isBackupKey(key) || seen.has(key)) continue;
      seen.add(key);
      yield* exportKey(redis, key);
    }
  }
}

/**
 * Reads the events after `after` up to `head` as lines of a backup. Throws `LogDamagedError` at an entry that is no event, and what reading past
 * events throws.
 */
export async function* exportLog(
  redis: Redis,
  after: number,
  head: number,
  past?: PastEvents,
): AsyncGenerator<EventLine> {
  const log = scanSource(redis, past);
  for (let last = `${after}-0`; ; ) {
    const entries = await log.entries(last, perRead);
    if (entries.length === 0) return;
    for (const [id, fields] of entries) {
      last = id;
      if (Number.parseInt(id, 10) > head) return;
      const event = storedEvent(id, fields);
      yield { t: 'event', id, f: storedFields.map((name) => event[name]) };
    }
  }
}

/** Reads one record, of whatever type; nothing when there is none. */
export async function* exportKey(redis: Redis, k: string): AsyncGenerator<RecordLine> {
  const type = await redis.type(k);
  switch (type) {
    case 'string': {
      const v = await redis.get(k);
      if (v !== null) yield { t: 'string', k, v };
      return;
    }
    case 'hash':
      for await (const f of redis.hscanStream(k, { count: perRead }))
        if (f.length > 0) yield { t: type, k, f };
      return;
    case 'zset':
      for await (const f of redis.zscanStream(k, { count: perRead }))
        if (f.length > 0) yield { t: type, k, f };
      return;
    case 'set':
      for await (const f of redis.sscanStream(k, { count: perRead }))
        if (f.length > 0) yield { t: type, k, f };
      return;
    case 'stream':
      yield* exportStream(redis, k);
      return;
    case 'none':
      return;
    default:
      throw new Error(`${k} is a ${type}, which a backup cannot hold`);
  }
}

/** Reads the entries of a stream that is not the log, from its beginning or after the entry `last`. */
export async function* exportStream(redis: Redis, k: string, last?: string): AsyncGenerator<RecordLine> {
  for (let from = last === undefined ? '-' : `(${last}`; ; ) {
    const entries = await redis.xrange(k, from, '+', 'COUNT', perRead);
    for (const [id, f] of entries) yield { t: 'entry', k, id, f };
    const end = entries.at(-1);
    if (end === undefined) return;
    from = `(${end[0]}`;
  }
}
