import { randomUUID } from 'node:crypto';
import type { LogPosition } from '../log/chain-check.ts';
import { beginEpoch } from '../log/epoch.ts';
import { genesisHash, type RawEntry, storedFields } from '../log/event-fields.ts';
import type { Store } from '../log/generation-reader.ts';
import type { RedisClient } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { restoringCode } from '../log/store-head.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { scanKeys } from '../records/read-records.ts';
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
export async function beginRestore(client: RedisClient): Promise<void> {
  const [seq, code] = await client.run((connection) => connection.hmGet(redisKeys.meta, ['seq', 'code']));
  if (code?.startsWith(restoringCode) !== true) {
    if (Number(seq ?? 0) > 0) throw new StoreNotEmptyError(`a log of ${seq} events`);
    for await (const keys of scanKeys(client)) {
      const found = keys.find((key) => key !== redisKeys.meta && !isPassing(key));
      if (found !== undefined) throw new StoreNotEmptyError(`the key ${found}`);
    }
  }
  const marked = await client.run((connection) =>
    connection.eval(markScript, {
      keys: [redisKeys.meta],
      arguments: [seq ?? '', genesisHash, restoringCode],
    }),
  );
  if (marked !== 1) throw new StoreNotEmptyError('another client writes to it');
  for await (const keys of scanKeys(client)) {
    const gone = keys.filter((key) => key !== redisKeys.meta);
    if (gone.length > 0) await client.run((connection) => connection.unlink(gone));
  }
}

/**
 * Closes a store unless an event was written since it was looked at. Without generation and id: a server that has opened the store
 * asks for them again, and finds it closed.
 *
 * KEYS meta   ARGV the seq that was seen ('' for none), genesis hash, code   Answers 1 marked, 0 an event was written
 */
const markScript = `#!lua
if (redis.call('HGET', KEYS[1], 'seq') or '') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'seq', '0', 'hash', ARGV[2], 'ts', '0', 'code', ARGV[3])
redis.call('HDEL', KEYS[1], 'gen', 'shop', 'fence', 'trimSeq', 'trimHash', 'trimTs', 'copiedAt')
return 1
`;

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
export async function restoreEvents(client: RedisClient, entries: readonly RawEntry[]): Promise<void> {
  const values = entries.flatMap(([id, fields]) => [id, ...fields.filter((_, at) => at % 2 === 1)]);
  await client.run((connection) =>
    connection.eval(addEventsScript, { keys: [redisKeys.events], arguments: values }),
  );
}

/** Writes some records as they were, one after the other. */
export async function restoreRecords(client: RedisClient, changes: readonly RecordChange[]): Promise<void> {
  await client.run((connection) =>
    Promise.all(changes.map((line) => connection.sendCommand(commandOf(line)))),
  );
}

/** The command that writes a record as it was. */
function commandOf(line: RecordChange): string[] {
  switch (line.t) {
    case 'gone':
      return ['UNLINK', line.k];
    case 'string':
      return ['SET', line.k, line.v];
    case 'hash':
      return ['HSET', line.k, ...line.f];
    case 'zset':
      return ['ZADD', line.k, ...line.f.map((_, index) => line.f[index ^ 1] as string)];
    case 'set':
      return ['SADD', line.k, ...line.f];
    case 'entry':
      return ['XADD', line.k, line.id, ...line.f];
    default:
      return line satisfies never;
  }
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
  store: Store,
  { seq, hash, ts }: LogPosition,
  { shop, asCopy, epoch, onProgress, signal }: FinishOptions,
): Promise<void> {
  await store.client.run(async (connection) =>
    connection.hSet(redisKeys.meta, {
      ...{ seq, hash, ts },
      ...(asCopy ? { shop: randomUUID(), copiedAt: ts } : { shop }),
      ...beginEpoch(epoch, await connection.info('replication')),
    }),
  );
  await rebuild(store, {
    ofRestore: true,
    onStep: (step) => {
      if (step.step !== 'swapped' && step.step !== 'cleaning') signal?.throwIfAborted();
      if (step.step === 'batch') onProgress(step.seq, step.head);
    },
  });
}
