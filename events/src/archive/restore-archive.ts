import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { LogPosition } from '../log/chain-check.ts';
import { beginEpoch } from '../log/epoch.ts';
import { genesisHash, type RawEntry, storedEvent } from '../log/event-fields.ts';
import type { Store } from '../log/generation-reader.ts';
import type { ArchiveMoment } from '../log/past-events.ts';
import type { RedisClient } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { restoringCode } from '../log/store-head.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { type FoundRecords, readArchivedRecords } from '../records/archived-records.ts';
import { commandOf, isPassing, type RecordLine, scanKeys } from '../records/record-lines.ts';
import { archivedEntries } from './segment-events.ts';
import { highestEpoch, readChain } from './segments.ts';

const markScript = readFileSync(new URL('mark-restoring.lua', import.meta.url), 'utf8');

/** How to restore. */
interface RestoreOptions {
  /** Moment as of which the shop is restored; the last one that the archive knows, unless told. */
  until?: ArchiveMoment | undefined;
  /**
   * Give the store an id of its own. For a copy that runs beside the original on the same account at the payment provider:
   * it must not take the original's payments for its own.
   */
  asCopy?: boolean | undefined;
  /** Archive into which the restored shop will be written: its epoch must be a later one there too. */
  into?: ObjectStore;
  /** Called with how much is done. Each event counts twice: it is written, and then it reaches the read models. */
  onProgress?: ((done: number, all: number) => void) | undefined;
  /** Stops; the store stays closed until the restore is started again. */
  signal?: AbortSignal | undefined;
}

/** The end of a restored log, and what was read of its records. */
interface RestoredArchive extends FoundRecords {
  head: LogPosition & { shop: string };
}

/**
 * Restores a shop from an archive into an empty Redis, as it was at a moment, and checks everything. The restored log begins an epoch that is
 * later than all known ones. Throws an `Error` when the archive does not reach the moment, the store is not empty or records are damaged, `LostEventsError`, which names the events, `ObjectsUnavailableError`, and what a rebuild throws. Once it has begun to write, the store stays closed until a restore succeeds.
 */
export async function restoreArchive(
  store: Store,
  archive: ObjectStore,
  shop: string,
  { until, asCopy, into = archive, onProgress, signal }: RestoreOptions,
): Promise<RestoredArchive> {
  const chain = await readChain(archive, shop);
  const end = chain.segments.at(-1);
  if (end === undefined) throw new Error(`The archive holds no log of the shop ${shop}`);
  const all = until !== undefined && 'seq' in until ? until.seq : end.to;
  const reading = archivedEntries(archive, chain, until);
  let batch = await reading.next();
  let last = batch.value?.at(-1);
  if (last === undefined || all > end.to)
    throw new Error(
      `The archive of this shop reaches from event 1 to event ${end.to}, of ${new Date(end.ts).toISOString()}: choose a moment in between, or none for the last one`,
    );
  const epoch = 1 + Math.max(await highestEpoch(archive, shop), await highestEpoch(into, shop));
  await beginRestore(store.client);
  for (; batch.done !== true; batch = await reading.next()) {
    signal?.throwIfAborted();
    await restoreEvents(store.client, batch.value);
    last = batch.value.at(-1) ?? last;
    onProgress?.(Number.parseInt(last[0], 10), 2 * all);
  }
  const records = await readArchivedRecords(archive, shop, until, (lines) => {
    signal?.throwIfAborted();
    return restoreLines(store.client, lines);
  });
  const { seq, hash, ts: time } = storedEvent(...last);
  const ts = Number(time);
  await finishRestore(
    store,
    { seq, hash, ts, ...(asCopy ? { shop: randomUUID(), copiedAt: ts } : { shop }) },
    epoch,
    (done, of) => {
      signal?.throwIfAborted();
      onProgress?.(of + done, 2 * of);
    },
  );
  return { head: { seq, hash, ts, shop }, ...records };
}

/**
 * Marks an empty store as being restored, which closes it to every server. A store on which a restore was cut off is
 * emptied and marked again. Throws an `Error` over anything else.
 */
export async function beginRestore(client: RedisClient): Promise<void> {
  // Read first: the script refuses where another client has written since.
  const seq = await client.run((connection) => connection.hGet(redisKeys.meta, 'seq'));
  await requireEmpty(client);
  const keys = [redisKeys.meta];
  const words = [seq ?? '', genesisHash, restoringCode];
  const marked = await client.run((connection) => connection.eval(markScript, { keys, arguments: words }));
  if (marked !== 1) throw notEmpty('another client writes to it');
  for await (const found of scanKeys(client)) {
    const gone = found.filter((key) => key !== redisKeys.meta);
    if (gone.length > 0) await client.run((connection) => connection.unlink(gone));
  }
}

/** Throws an `Error` unless a store is empty, or was emptied by a restore that was cut off. */
export async function requireEmpty(client: RedisClient): Promise<void> {
  const code = await client.run((connection) => connection.hGet(redisKeys.meta, 'code'));
  if (code?.startsWith(restoringCode) === true) return;
  for await (const keys of scanKeys(client)) {
    const found = keys.find((key) => key !== redisKeys.meta && !isPassing(key));
    if (found !== undefined) throw notEmpty(`it has the key ${found}`);
  }
}

const notEmpty = (why: string): Error =>
  new Error(`This store is not empty (${why}). A shop is restored into an empty Redis only`);

/** Writes events as they were. */
export const restoreEvents = (client: RedisClient, entries: readonly RawEntry[]): Promise<void> =>
  restoreLines(
    client,
    entries.map(([id, fields]) => ({ t: 'entry', k: redisKeys.events, f: [id, ...fields] })),
  );

const restoreLines = async (client: RedisClient, lines: readonly RecordLine[]): Promise<void> => {
  await client.run((connection) => Promise.all(lines.map((line) => connection.sendCommand(commandOf(line)))));
};

/** Sets the head of the log, builds the read models, which opens the store, and calls `onBatch` with each event that they reach. */
export async function finishRestore(
  store: Store,
  head: LogPosition & { shop: string; copiedAt?: number },
  epoch: number,
  onBatch: (seq: number, head: number) => void,
): Promise<void> {
  await store.client.run(async (connection) =>
    connection.hSet(redisKeys.meta, { ...head, ...beginEpoch(epoch, await connection.info('replication')) }),
  );
  await rebuild(store, {
    ofRestore: true,
    onStep: (step) => {
      if (step.step === 'batch') onBatch(step.seq, step.head);
    },
  });
}
