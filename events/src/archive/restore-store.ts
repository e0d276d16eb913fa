import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { restoringCode } from '../log/closed-codes.ts';
import { beginEpoch } from '../log/epoch.ts';
import { genesisHash, storedFields } from '../log/event-fields.ts';
import type { LogPosition } from '../log/log-scan.ts';
import type { RawEntry } from '../log/read-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { onScan } from '../log/scan-connection.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { isPassing, type RecordChange } from '../records/record-lines.ts';

/** A store that holds a shop: nothing is restored over it. */
class StoreNotEmptyError extends Error {
  /** @param found what was found, in words */
  constructor(found: string) {
    super(`This store is not empty (${found}). A shop is restored into an empty Redis only`);
    this.name = 'StoreNotEmptyError';
  }
}

/**
 * Marks an empty store as being restored, which closes it to every server. A store on which a restore was cut off is
 * emptied and marked again. Throws `StoreNotEmptyError` over anything else.
 */
export async function beginRestore(redis: Redis): Promise<void> {
  // An event that is written between the look and the mark changes the head: then MULTI fails, and nothing is removed.
  await redis.watch(redisKeys.meta);
  const found = await foundIn(redis);
  if (found !== null) {
    await redis.unwatch();
    throw new StoreNotEmptyError(found);
  }
  // Without generation and id: a server that had opened the store before asks for them again, and finds it closed.
  const marked = await redis
    .multi()
    .hset(redisKeys.meta, { seq: 0, hash: genesisHash, ts: 0, code: restoringCode })
    .hdel(redisKeys.meta, 'gen', 'shop', 'fence', 'trimSeq', 'trimHash', 'trimTs', 'copiedAt')
    .exec();
  if (marked === null) throw new StoreNotEmptyError('somebody is writing to it');
  await removeAll(redis);
}

/** Why this store is not empty, in words; null when it is. */
async function foundIn(redis: Redis): Promise<string | null> {
  const [seq, code] = await redis.hmget(redisKeys.meta, 'seq', 'code');
  if (code?.startsWith(restoringCode) === true) return null;
  if (Number(seq ?? 0) > 0) return `a log of ${seq} events`;
  const foreign = await firstRecord(redis);
  return foreign === null ? null : `the key ${foreign}`;
}

async function firstRecord(redis: Redis): Promise<string | null> {
  for await (const keys of scanAll(redis)) {
    const found = keys.find((key) => key !== redisKeys.meta && !isPassing(key));
    if (found !== undefined) return found;
  }
  return null;
}

async function removeAll(redis: Redis): Promise<void> {
  for await (const keys of scanAll(redis)) {
    const gone = keys.filter((key) => key !== redisKeys.meta);
    if (gone.length > 0) await redis.unlink(...gone);
  }
}

function scanAll(redis: Redis): AsyncIterable<string[]> {
  return redis.scanStream({ match: '{o}:*', count: 1_000 });
}

/**
 * Adds events as they were: one command for each of millions would cost as much as all the checks.
 *
 * KEYS the log   ARGV per event its id, and the values of its fields
 */
const addEventsScript = `#!lua
local call, KEYS, ARGV = redis.call, KEYS, ARGV
for i = 1, #ARGV, ${storedFields.length + 1} do
  call('XADD', KEYS[1], ARGV[i], ${storedFields.map((name, at) => `'${name}', ARGV[i + ${at + 1}]`).join(', ')})
end
return 'OK'
`;

/** Writes some events as they were; a few hundred at most, because Redis does nothing else meanwhile. */
export async function restoreEvents(redis: Redis, entries: readonly RawEntry[]): Promise<void> {
  const values = entries.flatMap(([id, fields]) => [id, ...fields.filter((_, at) => at % 2 === 1)]);
  await redis.eval(addEventsScript, 1, redisKeys.events, ...values);
}

/** Writes some records as they were, one after the other. */
export async function restoreRecords(redis: Redis, changes: readonly RecordChange[]): Promise<void> {
  const pipeline = redis.pipeline();
  for (const line of changes) {
    switch (line.t) {
      case 'gone':
        pipeline.unlink(line.k);
        break;
      case 'string':
        pipeline.set(line.k, line.v);
        break;
      case 'hash':
        pipeline.hset(line.k, ...line.f);
        break;
      case 'zset':
        pipeline.zadd(line.k, ...line.f.map((_, index) => line.f[index ^ 1] as string));
        break;
      case 'set':
        pipeline.sadd(line.k, ...line.f);
        break;
      case 'entry':
        pipeline.xadd(line.k, line.id, ...line.f);
        break;
      default:
        line satisfies never;
    }
  }
  for (const [error] of (await pipeline.exec()) ?? []) if (error !== null) throw error;
}

/** How to finish a restore. */
interface FinishOptions {
  readonly shop: string;
  /**
   * Give the store an id of its own. For a copy that runs beside the original on the same account at the payment provider:
   * it must not take the original's payments for its own.
   */
  readonly asCopy: boolean;
  readonly epoch: number;
  readonly onProgress: (seq: number, head: number) => void;
  /** Stops before the store is opened, or not at all. */
  readonly signal: AbortSignal | undefined;
}

/** Sets the head, builds the read models from the log and opens the store. */
export async function finishRestore(
  redis: Redis,
  { seq, hash, ts }: LogPosition,
  { shop, asCopy, epoch, onProgress, signal }: FinishOptions,
): Promise<void> {
  await redis.hset(redisKeys.meta, {
    ...{ seq, hash, ts },
    ...(asCopy ? { shop: randomUUID(), copiedAt: ts } : { shop }),
    ...beginEpoch(epoch, await redis.info('replication')),
  });
  await onScan(redis, undefined, (store) =>
    rebuild(store, {
      ofRestore: true,
      onStep: (step) => {
        if (step.step !== 'swapped' && step.step !== 'cleaning') signal?.throwIfAborted();
        if (step.step === 'batch') onProgress(step.seq, step.head);
      },
    }),
  );
}
