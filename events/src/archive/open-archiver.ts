import { LogUnavailableError } from '../log/log-errors.ts';
import { Primary } from '../log/primary.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { openScanConnection } from '../log/scan-connection.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { BaseWriter } from './base-writer.ts';
import { type ArchivedTo, LogArchiver } from './log-archiver.ts';
import { type MendedArchive, mendArchive } from './mend-archive.ts';
import { type HeadNow, readHeadNow } from './read-head.ts';
import { trackRecords } from './record-tracker.ts';
import type { RecordsArchiver } from './records-archiver.ts';

/** What one round found and wrote. */
export interface ArchiveRound {
  /** Where the log ended as the round began. */
  readonly head: Pick<HeadNow, 'shop' | 'seq' | 'time'>;
  /** The last event that the archive holds; null while the log is empty. */
  readonly archived: ArchivedTo | null;
  /** The time as of which all records are in the archive (ms); null until the first base is complete. */
  readonly recordsAt: number | null;
  /** What was wrong in the middle of the archive; null for all rounds but the first, which inspects it. */
  readonly inspection: MendedArchive | null;
}

/**
 * Writes a shop into its archive, round by round, one round at a time. After one that throws `ObjectsUnavailableError` it goes on where it was;
 * after anything else another archiver must be opened, for nobody told this one what changed meanwhile.
 */
export interface Archiver {
  /**
   * Writes what is new. Throws what reading Redis throws, `LogUnavailableError` when another Redis has become the primary, `LogDamagedError`,
   * `ObjectsUnavailableError`, and between two segments the signal's reason.
   */
  round(signal?: AbortSignal): Promise<ArchiveRound>;
  close(): Promise<void>;
}

/** How long looking for the primary may take (ms). */
const locateMs = 4_000;

/** What an archiver works with. */
interface ArchiverParts {
  /** The address of Redis, as `openOrderLog` takes it. */
  readonly url: string;
  readonly store: ObjectStore;
  /** For how many days the records of any moment can be told. */
  readonly keepDays: number;
}

/**
 * Opens an archiver on connections of its own, which nothing else waits for. Throws `LogUnavailableError` when Redis does not answer. What
 * changes in records is heard from here on, so it begins with a base of all of them; that is written beside the rounds.
 */
export async function openArchiver({ url, store, keepDays }: ArchiverParts): Promise<Archiver> {
  const primary = new Primary(url, locateMs);
  const moved = new AbortController();
  // An old primary that was cut off answers on, and nothing new would ever come from it.
  primary.onMoved(() => moved.abort(new LogUnavailableError('By now another Redis is the primary')));
  const { redis, tracker } = await connect(primary).catch((error: unknown) => {
    primary.close();
    throw error;
  });
  const log = new LogArchiver(redis, store);
  const bases = new BaseWriter(redis, store, keepDays);
  let records: RecordsArchiver | null = null;
  let recordsAt: number | null = null;
  let isInspected = false;
  /** Changed, and not written to `records` yet. */
  const changed = new Set<string>();
  return {
    async round(signal = moved.signal) {
      const ending = AbortSignal.any([signal, moved.signal]);
      ending.throwIfAborted();
      const keys = await tracker.take();
      bases.hear(keys);
      if (keys === null) records = null;
      for (const key of keys ?? []) changed.add(key);
      const done = bases.takeDone();
      if (done !== null) {
        records = done.records;
        changed.clear();
        for (const key of done.changedBeside) changed.add(key);
      }
      const head = await readHeadNow(redis, records !== null && changed.has(redisKeys.intents));
      const changes = (await records?.readChanges(changed, head)) ?? [];
      const archived = await log.round(head, ending);
      if (records === null || records.isWorn(head)) bases.begin(head);
      await records?.write(head, changes);
      changed.clear();
      if (records !== null) recordsAt = head.time;
      const inspection = isInspected
        ? null
        : await mendArchive(redis, store, { contents: false, signal: ending });
      isInspected = true;
      return { head, archived, recordsAt, inspection };
    },
    async close() {
      primary.close();
      tracker.close();
      redis.disconnect();
      await bases.stop();
    },
  };
}

async function connect(primary: Primary) {
  const redis = await openScanConnection(primary, 'karigar-archive');
  try {
    return { redis, tracker: await trackRecords(redis) };
  } catch (error) {
    redis.disconnect();
    throw error;
  }
}
