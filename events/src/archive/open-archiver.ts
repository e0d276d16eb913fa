import { openScan } from '../log/open-scan.ts';
import type { PastEvents } from '../log/past-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { type ObjectStore, ObjectsUnavailableError } from '../objects/object-store.ts';
import { dispensable } from '../records/choose-records.ts';
import { type HeadNow, readHeadNow } from '../records/read-head.ts';
import { trackRecords } from '../records/record-tracker.ts';
import { RecordsArchiver } from '../records/records-archiver.ts';
import { listRecords, recordsObject } from '../records/records-name.ts';
import { type ArchivedTo, LogArchiver } from './log-archiver.ts';
import { type MendedArchive, mendArchive } from './mend-archive.ts';

/** What one round found and wrote. */
export interface ArchiveRound {
  /** Where the log ended as the round began. */
  readonly head: Pick<HeadNow, 'shop' | 'seq' | 'time'>;
  /** The last event that the archive holds; null while the log is empty. */
  readonly archived: ArchivedTo | null;
  /** The time as of which all records are in the archive (ms); null until the first base is complete. */
  readonly recordsAt: number | null;
  /** Whether a base is only partly written: each round writes one part more. */
  readonly isBaseUnfinished: boolean;
  /** Why old records could not be removed; a later round tries again. Null where nothing is left to remove. */
  readonly notRemoved: ObjectsUnavailableError | null;
  /** What was wrong in the middle of the archive; null for all rounds but the first, which inspects it. */
  readonly inspection: MendedArchive | null;
}

/**
 * Writes a shop into an archive, round by round, one round at a time. After one that throws `ObjectsUnavailableError` it goes on where it was;
 * after anything else another archiver must be opened, because this one may have missed a change.
 */
export interface Archiver {
  /**
   * Writes what is new. Throws what reading Redis throws, `LogUnavailableError` when another Redis has become the primary, `LogDamagedError`,
   * `ObjectsUnavailableError`, and between two segments the signal's reason.
   */
  round(signal?: AbortSignal): Promise<ArchiveRound>;
  close(): Promise<void>;
}

const dayMs = 24 * 3_600_000;

/** What an archiver works with. */
interface ArchiverParts {
  /** The address of Redis, as `openOrderLog` takes it. */
  readonly url: string;
  readonly store: ObjectStore;
  /** For how many days the records of any moment can be told: older ones are removed. */
  readonly keepDays: number;
  /** Gives the events that have left Redis, for an archive other than the one that they are in. */
  readonly past?: PastEvents;
}

/**
 * Opens an archiver on connections of its own. Changes of records are tracked from here on, so it begins with a base of all of them, one part in each
 * round. Throws `LogUnavailableError` when Redis does not answer.
 */
export async function openArchiver({ url, store, keepDays, past }: ArchiverParts): Promise<Archiver> {
  const { scan, tracker } = await connect(url, past);
  const log = new LogArchiver(scan, store, past !== undefined);
  /** The base to which deltas are added, and the one that is being written to take its place. */
  let current: RecordsArchiver | null = null;
  let next: RecordsArchiver | null = null;
  let epoch: number | null = null;
  let recordsAt: number | null = null;
  let isInspected = past !== undefined;
  let hasOld = false;

  const writeRecords = async (
    head: HeadNow,
    changes: Awaited<ReturnType<RecordsArchiver['readChanges']>>,
  ) => {
    await current?.write(head, changes);
    if (current !== null) recordsAt = head.time;
    if (next === null && (current === null || current.isWorn(head)))
      next = new RecordsArchiver(scan.client, store, head);
    const writing = next;
    next = null; // A part that failed is lost, and its base with it.
    await writing?.writePart(head);
    next = writing;
  };

  return {
    async round(signal) {
      signal?.throwIfAborted();
      const keys = await tracker.take();
      if (keys === null) [current, next] = [null, null];
      for (const records of [current, next]) records?.noteChanged(keys ?? []);
      if (next?.hasAllParts === true) [current, next, hasOld] = [next, null, true];
      const head = await readHeadNow(scan.client, current?.hasChanged(redisKeys.intents) === true);
      if (head.epoch !== epoch) [current, next, epoch] = [null, null, head.epoch];
      const changes = (await current?.readChanges(head)) ?? [];
      const archived = await log.round(head, signal);
      await writeRecords(head, changes);
      let notRemoved: ObjectsUnavailableError | null = null;
      if (hasOld) {
        notRemoved = await removeOld(store, head, keepDays, signal);
        hasOld = notRemoved !== null;
      }
      const inspection = isInspected
        ? null
        : await mendArchive(scan, store, head, { contents: false, signal: signal });
      isInspected = true;
      return { head, archived, recordsAt, isBaseUnfinished: next !== null, notRemoved, inspection };
    },
    async close() {
      tracker.close();
      await scan.close();
    },
  };
}

async function connect(url: string, past: PastEvents | undefined) {
  const scan = await openScan(url, 'karigar-archive', { past });
  try {
    return { scan, tracker: await trackRecords(scan.client) };
  } catch (error) {
    await scan.close();
    throw error;
  }
}

/** Removes records that are not needed any more, each base from its end, so that none is ever whole but for its middle. Answers what kept it from that. */
async function removeOld(
  store: ObjectStore,
  { shop, time }: HeadNow,
  keepDays: number,
  signal: AbortSignal | undefined,
): Promise<ObjectsUnavailableError | null> {
  try {
    const old = dispensable(await listRecords(store, shop), time - keepDays * dayMs);
    for (const name of old.toSorted((a, b) => b.n - a.n)) {
      signal?.throwIfAborted();
      await store.remove(recordsObject(shop, name));
    }
    return null;
  } catch (error) {
    if (error instanceof ObjectsUnavailableError) return error;
    throw error;
  }
}
