import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { restoringCode } from '../log/closed-codes.ts';
import { beginEpoch } from '../log/epoch.ts';
import { genesisHash, namedFields, storedFields } from '../log/event-fields.ts';
import { ChainCheck, logStart } from '../log/log-scan.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { HistoryCheck } from '../model/history-check.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { type BackupHead, type BackupLine, isBackupKey, isPassing } from './backup-lines.ts';

/** A store that holds a shop: a backup is never written over it. */
class StoreNotEmptyError extends Error {
  /** @param found what was found, in words */
  constructor(found: string) {
    super(`This store is not empty (${found}). A backup is restored into an empty Redis only`);
    this.name = 'StoreNotEmptyError';
  }
}

/**
 * Checks the lines of a backup one after another, before anything is written: the chain of the log, and that every order's
 * events fit each other, without which no read models could be made of it.
 */
export class BackupCheck {
  readonly #chain = new ChainCheck(logStart);
  readonly #history = new HistoryCheck();
  /** The first faults, by position in the log. */
  readonly faults: string[] = [];
  events = 0;

  /** Checks one line. */
  take(line: BackupLine): void {
    if (line.t !== 'event') {
      if (!isBackupKey(line.k)) this.#fault(`the key ${line.k} does not belong into a backup`);
      return;
    }
    this.events += 1;
    const scanned = this.#chain.check(line.id, namedFields(line.f));
    this.#history.scan(scanned);
    for (const fault of scanned.faults) this.#fault(`event ${scanned.seq}: ${fault}`);
  }

  /** Compares the end with what the manifest says, and names the events that do not fit and that no later one has voided. */
  finish(head: BackupHead): void {
    for (const { seq, subject, message } of this.#history.impossible)
      this.#fault(`event ${seq} of ${subject}: ${message}, and it was not voided`);
    const { seq, hash } = this.#chain.position;
    if (seq !== head.seq) this.#fault(`the log ends at event ${seq}, the manifest says ${head.seq}`);
    else if (seq > 0 && hash !== head.hash)
      this.#fault(`the last hash is ${hash}, the manifest says ${head.hash}`);
  }

  #fault(text: string): void {
    if (this.faults.length < 20) this.faults.push(text);
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
 * Adds events as they were: a command of its own for each of millions costs as much as all that is checked of them.
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

/** Writes some lines of a backup as they were; a few hundred at most, for Redis does nothing else meanwhile. */
export async function restoreLines(redis: Redis, lines: readonly BackupLine[]): Promise<void> {
  const pipeline = redis.pipeline();
  const events: string[] = [];
  for (const line of lines) {
    switch (line.t) {
      case 'event':
        events.push(line.id, ...storedFields.map((_, at) => line.f[at] ?? ''));
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
  if (events.length > 0) pipeline.eval(addEventsScript, 1, redisKeys.events, ...events);
  for (const [error] of (await pipeline.exec()) ?? []) if (error !== null) throw error;
}

/** How to finish a restore. */
interface FinishOptions {
  /**
   * Give the store an id of its own. For a copy that runs beside the original on the same account at the payment provider:
   * it must not take the original's payments for its own.
   */
  readonly asCopy: boolean;
  /** The highest epoch that an archive of the shop knows: the restored log begins the next one. */
  readonly knownEpoch?: number | undefined;
  readonly onProgress?: ((seq: number, head: number) => void) | undefined;
  /** Stops before the store is opened, or not at all. */
  readonly signal?: AbortSignal | undefined;
}

/** Sets the head, builds the read models from the log and opens the store. */
export async function finishRestore(redis: Redis, head: BackupHead, options: FinishOptions): Promise<void> {
  await redis.hset(redisKeys.meta, {
    seq: head.seq,
    hash: head.seq === 0 ? genesisHash : head.hash,
    ts: head.ts,
    ...(options.asCopy ? { shop: randomUUID(), copiedAt: head.ts } : { shop: head.shop }),
    ...beginEpoch((options.knownEpoch ?? 0) + 1, await redis.info('replication')),
  });
  await rebuild(redis, {
    ofRestore: true,
    onStep: (step) => {
      if (step.step !== 'swapped' && step.step !== 'cleaning') options.signal?.throwIfAborted();
      if (step.step === 'batch') options.onProgress?.(step.seq, step.head);
    },
  });
}
