import { type LogPosition, logStart } from '../log/chain-check.ts';
import type { Store } from '../log/generation-reader.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { ArchiveMoment } from '../records/choose-records.ts';
import { readArchivedRecords } from '../records/restore-records.ts';
import { type ArchiveChain, readChain, type Segment } from './archive-chain.ts';
import { archivedEvents } from './archived-events.ts';
import { beginRestore, finishRestore, restoreEvents, restoreRecords } from './restore-store.ts';
import { highestEpoch } from './segment-name.ts';

/** Events or records per write. */
const perWrite = 500;

/** How to restore. */
interface RestoreOptions {
  /** As of which moment; as late as the archive knows, unless told. */
  readonly until?: ArchiveMoment | undefined;
  /** Give the store an id of its own, for a copy beside the original. */
  readonly asCopy: boolean;
  /** The archive that the restored shop will be written into: its epoch must be a later one there too. */
  readonly into?: ObjectStore;
  /** Called with how many events of how many are written, and then with how many are in the read models. */
  readonly onProgress?: ((step: 'events' | 'read models', done: number, all: number) => void) | undefined;
  /** Stops; the store stays closed until the restore is begun again. */
  readonly signal?: AbortSignal | undefined;
}

/** What was restored. */
export interface RestoredArchive {
  readonly head: LogPosition & { readonly shop: string };
  /** As of when the plain records are (ms); null where the archive has none. */
  readonly recordsAt: number | null;
  /** Why the records are not of the moment that was asked for, in words; null when they are. */
  readonly recordsFault: string | null;
}

/**
 * Restores a shop from an archive into an empty Redis, as it was at a moment, and checks everything while it reads. The restored log begins an epoch that is
 * later than all that are known. Throws `OutsideArchiveError`, `StoreNotEmptyError`, `ArchiveDamagedError` and `RecordsDamagedError`, which name what
 * is affected, and `ObjectsUnavailableError`. After any of them but the first two the store stays closed, and the same may be begun again.
 */
export async function restoreArchive(
  store: Store,
  archive: ObjectStore,
  shop: string,
  { until, asCopy, into = archive, onProgress, signal }: RestoreOptions,
): Promise<RestoredArchive> {
  const chain = await readChain(archive, shop);
  const last = chain.segments.at(-1);
  if (last === undefined) throw new Error(`The archive holds no log of the shop ${shop}`);
  await refuseOutside(archive, chain, last, until);
  const epoch = Math.max(await highestEpoch(archive, shop), await highestEpoch(into, shop)) + 1;
  const all = until !== undefined && 'seq' in until ? Math.min(until.seq, last.to) : last.to;
  await beginRestore(store.client);
  let head = logStart;
  // While Redis writes one segment, the next is checked.
  let writing: Promise<void> = Promise.resolve();
  for await (const events of archivedEvents(archive, chain, until)) {
    signal?.throwIfAborted();
    await writing;
    writing = inParts(
      events.map(({ entry }) => entry),
      (part) => restoreEvents(store.client, part),
    );
    writing.catch(() => undefined); // A failure reaches the code that awaits it.
    const { stored } = events.at(-1)?.scanned ?? {};
    if (stored != null) head = { seq: stored.seq, hash: stored.hash, ts: Number(stored.ts) };
    onProgress?.('events', head.seq, all);
  }
  await writing;
  const records = await readArchivedRecords(archive, shop, until, (changes) => {
    signal?.throwIfAborted();
    return inParts(changes, (part) => restoreRecords(store.client, part));
  });
  await finishRestore(store, head, {
    ...{ shop, asCopy, signal, epoch },
    onProgress: (done, of) => onProgress?.('read models', done, of),
  });
  return { head: { ...head, shop }, ...records };
}

async function inParts<T>(all: readonly T[], write: (part: readonly T[]) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += perWrite) await write(all.slice(at, at + perWrite));
}

/** A moment was asked for that the archive does not reach. */
class OutsideArchiveError extends Error {
  /** @param last the last event that the archive holds */
  constructor({ to, ts }: Segment) {
    const end = `event ${to}, of ${new Date(ts).toISOString()}`;
    super(
      `The archive of this shop reaches from event 1 to ${end}: choose a moment in between, or none for the last one`,
    );
    this.name = 'OutsideArchiveError';
  }
}

/** Throws `OutsideArchiveError` for an event that the archive does not hold, and for a time before its first. */
async function refuseOutside(
  store: ObjectStore,
  chain: ArchiveChain,
  last: Segment,
  until: ArchiveMoment | undefined,
): Promise<void> {
  if (until === undefined) return;
  const isInside =
    'seq' in until
      ? until.seq >= 1 && until.seq <= last.to
      : (await archivedEvents(store, chain, until).next()).done !== true;
  if (!isInside) throw new OutsideArchiveError(last);
}
