import type { Redis } from 'ioredis';
import { storedEvent, storedFields } from '../log/event-fields.ts';
import { rawEntries } from '../log/read-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { type BackupHead, type BackupLine, isBackupKey } from './backup-lines.ts';

const perRead = 500;

/** Reads where the log ends now: an export goes so far and no further. */
export async function backupHead(redis: Redis): Promise<BackupHead> {
  const [seq, hash, ts, shop] = await redis.hmget(redisKeys.meta, 'seq', 'hash', 'ts', 'shop');
  return { seq: Number(seq ?? 0), hash: hash ?? '', ts: Number(ts ?? 0), shop: shop ?? '' };
}

/**
 * Everything of a shop that cannot be made again: the log up to `head`, then every plain record. The shop stays open. The
 * log comes first, because a payment intent without its order does no harm, and an order without its intent might. Throws
 * `LogDamagedError` at an entry that is no event.
 */
export async function* exportStore(redis: Redis, head: BackupHead): AsyncGenerator<BackupLine> {
  yield* exportLog(redis, head.seq);
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

async function* exportLog(redis: Redis, head: number): AsyncGenerator<BackupLine> {
  for (let after = '0-0'; ; ) {
    const entries = await rawEntries(redis, after, perRead);
    if (entries.length === 0) return;
    for (const [id, fields] of entries) {
      after = id;
      if (Number.parseInt(id, 10) > head) return;
      const event = storedEvent(id, fields);
      yield { t: 'event', id, f: storedFields.map((name) => event[name]) };
    }
  }
}

async function* exportKey(redis: Redis, k: string): AsyncGenerator<BackupLine> {
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

async function* exportStream(redis: Redis, k: string): AsyncGenerator<BackupLine> {
  for (let after = '-'; ; ) {
    const entries = await redis.xrange(k, after, '+', 'COUNT', perRead);
    for (const [id, f] of entries) yield { t: 'entry', k, id, f };
    const last = entries.at(-1);
    if (last === undefined) return;
    after = `(${last[0]}`;
  }
}
