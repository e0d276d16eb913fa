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
import { addArchiveMetrics, takeAsked, tellArchive } from './archive-state.ts';

/** What the archive is written with. */
interface ArchiveParts {
  log: Pick<OrderLog, 'redis'>;
  objects: ObjectStore;
  logger: Logger;
  registry: Registry;
  redisUrl: string;
  /** How soon an event is in the archive, where writing it does not take longer; 0 = never. */
  everySeconds: number;
  /** For how many days the plain records of any moment can be told. */
  keepDays: number;
}

/** How often it is looked whether an operator asks for a round (ms). */
const lookMs = 1_000;
/** How soon another server writes the archive when one has stopped (ms). */
const askEveryMs = 5_000;

/**
 * Makes the chore that writes the shop into its archive, on connections of its own; null where nothing is archived. It lasts as long as its
 * server lives, so that each round writes only what is new. Where the storage is away or Redis hangs, it tries again and says so once; the
 * shop sells meanwhile.
 */
export function archiveChore(parts: ArchiveParts): Chore | null {
  const { log, objects, logger, registry, redisUrl, everySeconds, keepDays } = parts;
  if (everySeconds === 0) return null;
  // The rounds before and after the pause take their part of the time.
  const pauseMs = everySeconds * 500;
  const failures = addArchiveMetrics(registry, log);

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
  const rest = async (signal: AbortSignal) => {
    for (let left = pauseMs; left > 0 && !signal.aborted; left -= lookMs) {
      await delay(Math.min(lookMs, left), undefined, { signal }).catch(() => undefined);
      if (await takeAsked(log.redis).catch(() => false)) return;
    }
  };
  const oneRound = async (archiver: Archiver, ending: AbortSignal) => {
    try {
      await tellArchive(log.redis, await archiver.round(ending));
      if (told !== '') logger.info('the archive is written again');
      told = '';
    } catch (error) {
      if (ending.aborted) return;
      // Whatever else fails, this archiver may have missed a change: another one begins anew.
      if (!(error instanceof ObjectsUnavailableError)) throw error;
      tell(error);
    }
  };
  const work = async (ending: AbortSignal) => {
    let scan: Awaited<ReturnType<typeof openScan>> | undefined;
    let archiver: Archiver | undefined;
    try {
      scan = await openScan(redisUrl, 'karigar-archive');
      archiver = await openArchiver(scan, objects, keepDays);
      const { mended, faults } = await mendArchive(scan, objects, { contents: false, signal: ending });
      if (mended.length > 0)
        logger.warn({ mended }, 'segments of the archive were missing, and are written again');
      if (faults.length > 0) logger.error({ faults }, 'the archive cannot give these events any more');
      while (!ending.aborted) {
        await oneRound(archiver, ending);
        await rest(ending);
      }
    } catch (error) {
      if (!ending.aborted) tell(error);
    } finally {
      archiver?.close();
      await scan?.close();
    }
  };
  return { name: 'archive', everyMs: askEveryMs, work };
}
