import type { Redis } from 'ioredis';
import { type BackupHead, type BackupLine, isBackupKey } from '../backup/backup-lines.ts';
import { beginRestore, finishRestore, restoreLines } from '../backup/restore-store.ts';
import { genesisHash } from '../log/event-fields.ts';
import { HistoryCheck } from '../model/history-check.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { ArchiveDamagedError } from './archive-damaged-error.ts';
import { type ArchiveMoment, archivedEvents, readChain } from './archived-events.ts';
import { archivedRecords, RecordsDamagedError, recordsAt } from './archived-records.ts';
import type { ArchiveChain } from './choose-chain.ts';
import { recordsObject } from './records-name.ts';

/** Lines per write. */
const perWrite = 500;

/** How to restore. */
interface RestoreOptions {
  /** As of which moment; as late as the archive knows, unless told. */
  readonly until?: ArchiveMoment | undefined;
  /** Give the store an id of its own, for a copy beside the original. */
  readonly asCopy: boolean;
  /** Hears how many events of how many are written, and then how many are in the read models. */
  readonly onProgress?: ((step: 'events' | 'read models', done: number, all: number) => void) | undefined;
  /** Stops; the store stays closed until the restore is begun again. */
  readonly signal?: AbortSignal | undefined;
}

/** What was restored. */
export interface RestoredArchive {
  readonly head: BackupHead;
  /** As of when the plain records are (ms); null where the archive has none. */
  readonly recordsAt: number | null;
  /** Why the records are not of the moment that was asked for, in words; null when they are. */
  readonly recordsFault: string | null;
  /** Why the log may have gone on behind what was restored, in words; null where nothing says so. */
  readonly logFault: string | null;
}

/**
 * Restores a shop from its archive into an empty Redis, as it was at a moment, and checks everything while it reads. Throws `OutsideArchiveError`,
 * `StoreNotEmptyError`, `ArchiveDamagedError` and `RecordsDamagedError`, which name what is affected, and `ObjectsUnavailableError`. After any of them but the first
 * two the store stays closed, and the same may be begun again.
 */
export async function restoreArchive(
  redis: Redis,
  store: ObjectStore,
  shop: string,
  { until, asCopy, onProgress, signal }: RestoreOptions,
): Promise<RestoredArchive> {
  const chain = await readChain(store, shop);
  const last = chain.entries.at(-1);
  if (last === undefined) throw new Error(`The archive holds no log of the shop ${shop}`);
  await refuseOutside(store, shop, chain, until);
  const all = until !== undefined && 'seq' in until ? Math.min(until.seq, last.to) : last.to;
  let records = await recordsAt(store, shop, until);
  await beginRestore(redis);
  const history = new HistoryCheck();
  let head: BackupHead = { seq: 0, hash: genesisHash, ts: 0, shop };
  // While Redis writes one segment, the next is checked.
  let writing: Promise<void> = Promise.resolve();
  for await (const events of archivedEvents(store, shop, { chain, until })) {
    signal?.throwIfAborted();
    for (const { scanned } of events) history.scan(scanned);
    await writing;
    const lines = events.map(({ line }) => line);
    writing = writeLines(redis, lines);
    writing.catch(() => undefined); // A failure reaches the code that awaits it.
    const { stored } = events.at(-1)?.scanned ?? {};
    if (stored != null) head = { seq: stored.seq, hash: stored.hash, ts: Number(stored.ts), shop };
    onProgress?.('events', head.seq, all);
  }
  await writing;
  if (history.impossible.length > 0)
    throw new ArchiveDamagedError(
      history.impossible.map(({ seq, subject, message }) => ({
        ...{ from: seq, to: seq },
        what: `of ${subject}: ${message}, and it was not voided until then`,
      })),
    );
  if (records !== null) {
    const objects = records.objects.map((name) => recordsObject(shop, name));
    const reading = archivedRecords(store, shop, records, (instead) => {
      records = instead;
    });
    await writeRecords(redis, objects, reading, signal);
  }
  await finishRestore(redis, head, {
    ...{ asCopy, signal, knownEpoch: Math.max(last.epoch, ...chain.beyond.map(({ epoch }) => epoch)) },
    onProgress: (done, of) => onProgress?.('read models', done, of),
  });
  const restoredAt = records?.objects.at(-1)?.time ?? null;
  return {
    head,
    recordsAt: restoredAt,
    recordsFault: records?.fault ?? null,
    logFault: beyondText(chain, until),
  };
}

/** A moment was asked for that the archive does not reach. */
class OutsideArchiveError extends Error {
  /** @param reach from when to when it reaches, in words */
  constructor(reach: string) {
    super(`The archive of this shop reaches ${reach}: choose a moment in between, or none for the last one`);
    this.name = 'OutsideArchiveError';
  }
}

/** Throws `OutsideArchiveError` for an event that the archive does not hold, and for a time before its first. */
async function refuseOutside(
  store: ObjectStore,
  shop: string,
  chain: ArchiveChain,
  until: ArchiveMoment | undefined,
): Promise<void> {
  const [first, last] = [chain.entries[0], chain.entries.at(-1)];
  if (until === undefined || first === undefined || last === undefined) return;
  const mayBeInside = 'seq' in until ? until.seq >= 1 && until.seq <= last.to : until.time >= first.ts;
  if (mayBeInside) return;
  const begin = await archivedEvents(store, shop, { chain, until: { seq: 1 } }).next();
  const begun = Number((begin.done === true ? undefined : begin.value[0]?.scanned.stored?.ts) ?? 0);
  if ('time' in until && until.time >= begun) return;
  const [from, to] = [begun, last.ts].map((time) => new Date(time).toISOString());
  const missing = beyondText(chain, undefined);
  const reach = `from event 1, of ${from}, to event ${last.to}, of ${to}`;
  throw new OutsideArchiveError(missing === null ? reach : `${reach} (${missing})`);
}

/** Names what the archive holds behind its end and cannot give, where that moment reaches so far. */
function beyondText({ entries, beyond }: ArchiveChain, until: ArchiveMoment | undefined): string | null {
  const last = entries.at(-1);
  const endsBefore = until !== undefined && ('seq' in until || until.time < (last?.ts ?? 0));
  if (beyond.length === 0 || endsBefore) return null;
  const furthest = Math.max(...beyond.map(({ to }) => to));
  return `the archive may have held events up to ${furthest}, of which it gives none after ${last?.to ?? 0}: ${beyond.map(({ what }) => what).join('; ')}`;
}

async function writeRecords(
  redis: Redis,
  objects: readonly string[],
  contents: ReturnType<typeof archivedRecords>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const names = objects.values();
  for await (const changes of contents) {
    signal?.throwIfAborted();
    const name = names.next().value ?? '';
    // Whoever can write to the storage must not reach the log, its head or a lock of a server.
    const foreign = changes.find(({ k }) => !isBackupKey(k));
    if (foreign !== undefined)
      throw new RecordsDamagedError(name, `holds the key ${foreign.k}, which does not belong into a backup`);
    let waiting: BackupLine[] = [];
    for (const change of changes) {
      if (change.t !== 'gone') {
        waiting.push(change);
        continue;
      }
      await writeLines(redis, waiting);
      waiting = [];
      await redis.unlink(change.k);
    }
    await writeLines(redis, waiting);
  }
}

async function writeLines(redis: Redis, lines: readonly BackupLine[]): Promise<void> {
  for (let at = 0; at < lines.length; at += perWrite)
    await restoreLines(redis, lines.slice(at, at + perWrite));
}
