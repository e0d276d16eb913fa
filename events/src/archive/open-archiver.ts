import { logStart } from '../log/chain-check.ts';
import type { Store } from '../log/generation-reader.ts';
import { LostEventsError } from '../log/past-events.ts';
import { Differences } from '../model/difference.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { trackRecords } from '../records/record-tracker.ts';
import { type HeadNow, recordsArchiver } from '../records/records-archiver.ts';
import { FoldedLog } from '../verify/folded-log.ts';
import { logArchiver } from './log-archiver.ts';
import { archivedEntries } from './segment-events.ts';
import { readChain, type SegmentObject } from './segments.ts';

/** What one round found and wrote. */
export interface ArchiveRound {
  /** The end of the log when the round began. All records are in the archive as of its time. */
  head: HeadNow;
  /** The segment that holds the last event; null while the log is empty. */
  archived: SegmentObject | null;
}

/** Writes a shop into an archive, one round at a time. */
export type Archiver = Awaited<ReturnType<typeof openArchiver>>;

/**
 * Opens an archiver. It tracks changes of records from now on, so it begins with a base of all of them. Throws `LogUnavailableError`.
 *
 * @param log on a connection of its own, which the caller closes
 * @param keepDays for how many days the records of any moment are kept: older ones are removed
 * @param isExport whether the log reads events that have left Redis from another archive than this one
 */
export async function openArchiver(log: Store, store: ObjectStore, keepDays: number, isExport = false) {
  const tracker = await trackRecords(log.client);
  const archiveLog = logArchiver(log, store, isExport);
  const round = recordsArchiver(log.client, store, tracker, keepDays);
  return {
    /**
     * Writes what is new. After `ObjectsUnavailableError` the next round continues. Also throws what reading Redis throws, `LogUnavailableError` when another
     * Redis has become the primary, `LogDamagedError`, and between two objects the signal's reason: then another archiver must be opened, because this one may
     * have missed a change.
     */
    round: (signal?: AbortSignal): Promise<ArchiveRound> => round((head) => archiveLog(head, signal)),
    close: () => tracker.close(),
  };
}

/**
 * Writes an archive of a whole shop into another storage while the shop is open, continues an earlier export, and checks all of it.
 * Throws what an archiver's round throws, and `LostEventsError`, `LogDamagedError` or
 * `UnknownSchemaError` when a restore would refuse what was written.
 *
 * @param log reads the events that have left Redis too
 * @param onProgress called with the number of events that were read back and checked
 */
export async function exportArchive(
  log: Store,
  store: ObjectStore,
  { onProgress, signal }: { onProgress: (done: number, all: number) => void; signal: AbortSignal },
) {
  const archiver = await openArchiver(log, store, Number.POSITIVE_INFINITY, true);
  const { head, archived } = await archiver.round(signal).finally(() => archiver.close());
  const { shop } = head;
  const { to: seq, hash, ts } = archived ?? { to: 0, ...logStart };
  const differences = new Differences();
  const folded = new FoldedLog(log.events, differences);
  for await (const entries of archivedEntries(store, await readChain(store, shop), { seq })) {
    signal.throwIfAborted();
    await folded.take(entries);
    onProgress(folded.position.seq, seq);
  }
  for (const { seq: at, subject, message } of folded.impossible.list)
    differences.add('log', at, subject, `of ${subject}: ${message}, and it was not voided until then`);
  const faults = differences.list.map(({ seq: at, message: what }) => ({ from: at ?? 0, to: at ?? 0, what }));
  if (faults.length > 0) throw new LostEventsError(faults);
  return { shop, seq, hash, ts };
}
