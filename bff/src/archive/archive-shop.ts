import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Archiver,
  LogDamagedError,
  mendArchive,
  type ObjectStore,
  ObjectsUnavailableError,
  type OrderLog,
  openArchiver,
  openScan,
} from '@karigar/events';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Chore } from '../jobs/open-jobs.ts';
import { addArchiveMetrics } from './archive-metrics.ts';
import { takeAsked, tellArchive } from './archive-state.ts';
import { RoundPace } from './round-pace.ts';

/** What the archive is written with. */
interface ArchiveParts {
  log: Pick<OrderLog, 'head' | 'redis'>;
  objects: ObjectStore;
  logger: Logger;
  registry: Registry;
  redisUrl: string;
  /** How soon an event is in the archive, where writing it does not take longer; 0 = never. */
  everySeconds: number;
  /** For how many days the plain records of any moment can be told. */
  keepDays: number;
}

/** How often it is looked whether an operator asks for a round, and whether one is due (ms); ten times in a round's time where that is shorter. */
const mostLookMs = 1_000;
/** How soon another server writes the archive when one has stopped (ms). */
const askEveryMs = 5_000;

/** Writes again what is missing in the middle of the archive, and logs what was wrong. */
async function inspect(logger: Logger, ...archive: Parameters<typeof mendArchive>): Promise<void> {
  const { mended, faults } = await mendArchive(...archive);
  if (mended.length > 0)
    logger.warn({ mended }, 'segments of the archive were missing, and are written again');
  if (faults.length > 0) logger.error({ faults }, 'the archive cannot give these events any more');
}

/**
 * Makes the chore that writes the shop into its archive, on connections of its own; null where nothing is archived. It lasts as long as its
 * server lives, so that each round writes only what is new. Where the storage is away or Redis hangs, it tries again and says so once; the
 * shop sells meanwhile.
 */
export function archiveChore(parts: ArchiveParts): Chore | null {
  const { log, objects, logger, registry, redisUrl, everySeconds, keepDays } = parts;
  if (everySeconds === 0) return null;
  const lookMs = Math.min(mostLookMs, everySeconds * 100);
  const pace = new RoundPace(everySeconds * 1_000);
  const failures = addArchiveMetrics(registry, log);
  const rest = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => undefined);

  let told = '';
  const tell = (error: unknown) => {
    failures.inc();
    // The message names an object, and each round another one.
    const what = error instanceof Error ? error.name : String(error);
    if (what === told) return;
    told = what;
    const level = error instanceof LogDamagedError ? 'error' : 'warn';
    logger[level]({ err: error }, 'the archive cannot be written; it is tried again');
  };
  const restUntilDue = async (ending: AbortSignal) => {
    let left = lookMs;
    do {
      await rest(Math.min(lookMs, left), ending);
      if (await takeAsked(log.redis).catch(() => false)) return;
      const { seq } = await log.head().catch(() => ({ seq: 0 }));
      // What becomes due before it is looked again is due now.
      left = pace.restMs(performance.now(), seq) - lookMs;
    } while (left > 0 && !ending.aborted);
  };
  const oneRound = async (archiver: Archiver, ending: AbortSignal) => {
    const begun = performance.now();
    try {
      const round = await archiver.round(ending);
      pace.roundDone(begun, performance.now(), round.archived?.to ?? 0);
      await tellArchive(log.redis, round);
      if (told !== '') logger.info('the archive is written again');
      told = '';
    } catch (error) {
      if (ending.aborted) return;
      pace.roundFailed(begun);
      // Whatever else fails, this archiver may have missed a change: another one begins anew.
      if (!(error instanceof ObjectsUnavailableError)) throw error;
      tell(error);
    }
  };
  const work = async (ending: AbortSignal) => {
    const scan = await openScan(redisUrl, 'karigar-archive');
    let archiver: Archiver | undefined;
    try {
      archiver = await openArchiver(scan, objects, keepDays);
      const inspection = inspect(logger, scan, objects, { contents: false, signal: ending });
      await inspection.catch((error: unknown) => {
        if (!ending.aborted) throw error;
      });
      while (!ending.aborted) {
        await oneRound(archiver, ending);
        await restUntilDue(ending);
      }
    } finally {
      archiver?.close();
      await scan.close();
    }
  };
  return { name: 'archive', everyMs: askEveryMs, work: (stopping) => work(stopping).catch(tell) };
}
