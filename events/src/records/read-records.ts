import type { Redis } from 'ioredis';
import { isRecordKey, type RecordLine } from './record-lines.ts';

const perRead = 500;

/** Every plain record of a shop, each as it is when it is read. */
export async function* readRecords(redis: Redis): AsyncGenerator<RecordLine> {
  // The read models are left out; their many keys make this scan longer, but no list of records can forget one.
  const seen = new Set<string>();
  for await (const keys of redis.scanStream({ match: '{o}:*', count: 1_000 }) as AsyncIterable<string[]>) {
    for (const key of keys) {
      if (!isRecordKey(key) || seen.has(key)) continue;
      seen.add(key);
      yield* readRecord(redis, key);
    }
  }
}

/** Reads one record, of whatever type; nothing when there is none. */
export async function* readRecord(redis: Redis, k: string): AsyncGenerator<RecordLine> {
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
      yield* readStream(redis, k);
      return;
    case 'none':
      return;
    default:
      throw new Error(`${k} is a ${type}, which the archive cannot hold`);
  }
}

/** Reads the entries of a stream that is not the log, from its beginning or after the entry `last`. */
export async function* readStream(redis: Redis, k: string, last?: string): AsyncGenerator<RecordLine> {
  for (let from = last === undefined ? '-' : `(${last}`; ; ) {
    const entries = await redis.xrange(k, from, '+', 'COUNT', perRead);
    for (const [id, f] of entries) yield { t: 'entry', k, id, f };
    const end = entries.at(-1);
    if (end === undefined) return;
    from = `(${end[0]}`;
  }
}
