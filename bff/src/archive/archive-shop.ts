import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ArchiveRound,
  type Archiver,
  LogDamagedError,
  type ObjectStore,
  ObjectsUnavailableError,
  type OrderLog,
  openArchiver,
} from '@karigar/events';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { withLease } from '../payments/lease.ts';
import { addArchiveMetrics } from './archive-metrics.ts';
import { takeAsked, tellArchive } from './archive-state.ts';
import { refuseClearShop } from './refuse-clear-shop.ts';

/** What the archive is written with. */
interface ArchiveParts {
  readonly log: Pick<OrderLog, 'redis'>;
  readonly objects: ObjectStore;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly redisUrl: string;
  /** How soon an event is in the archive, where writing it does not take longer; 0 = never. */
  readonly everySeconds: number;
  /** For how many days the plain records of any moment can be told. */
  readonly keepDays: number;
  /** How long nobody writes when a process dies (ms). */
  readonly leaseMs?: number;
}

/** How often it is looked whether an operator asks for a round (ms). */
const lookMs = 1_000;

/**
 * Tells how long to rest after a round (ms), so that an event that came right after its beginning stands in the archive `everyMs` later: the next round
 * has to begin so much earlier as it will take, which is about as long as the last one did.
 */
export const pauseAfter = (tookMs: number, everyMs: number): number => Math.max(0, everyMs - 2 * tookMs);

/** Says what was wrong in the middle of the archive, after an inspection. */
function tellInspection(logger: Logger, { inspection }: ArchiveRound): void {
  const { mended = [], faults = [] } = inspection ?? {};
  if (mended.length > 0)
    logger.warn({ mended }, 'segments of the archive were missing, and are written again');
  if (faults.length > 0) logger.error({ faults }, 'the archive cannot give these events any more');
}

/**
 * Writes the shop into its archive in the background: one process at a time, on connections of its own, and each round only what is new. Where the storage is
 * away or Redis hangs, it tries again and says so once; the shop sells meanwhile. Whoever finds its lease lost stops. `stop` lets the segment in hand end.
 */
export function archiveShop(parts: ArchiveParts): { stop(): Promise<void> } {
  const { log, objects, logger, registry, redisUrl, everySeconds, keepDays, leaseMs = 15_000 } = parts;
  if (everySeconds === 0) return { stop: async () => undefined };
  const failures = addArchiveMetrics(registry, log);
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = (ms: number, until = signal) => delay(ms, undefined, { signal: until }).catch(() => undefined);

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
  const restUntilDue = async (tookMs: number, ending: AbortSignal) => {
    const due = performance.now() + pauseAfter(tookMs, everySeconds * 1_000);
    do {
      await rest(Math.max(0, Math.min(lookMs, due - performance.now())), ending);
      if (await takeAsked(log.redis).catch(() => false)) return;
    } while (performance.now() < due && !ending.aborted);
  };
  const oneRound = async (archiver: Archiver, ending: AbortSignal) => {
    try {
      const round = await archiver.round(ending);
      await tellArchive(log.redis, round);
      tellInspection(logger, round);
      if (told !== '') logger.info('the archive is written again');
      told = '';
    } catch (error) {
      if (ending.aborted) return;
      // Whatever else fails, this archiver may have missed a change: another one begins anew.
      if (!(error instanceof ObjectsUnavailableError)) throw error;
      tell(error);
    }
  };
  const work = async (lost: AbortSignal) => {
    const ending = AbortSignal.any([signal, lost]);
    await refuseClearShop(redisUrl, ending);
    const archiver = await openArchiver({ url: redisUrl, store: objects, keepDays });
    try {
      while (!ending.aborted) {
        const begun = performance.now();
        await oneRound(archiver, ending);
        await restUntilDue(performance.now() - begun, ending);
      }
    } finally {
      await archiver.close();
    }
  };
  const running = (async () => {
    while (!signal.aborted) {
      await withLease(log.redis, 'archive', leaseMs, work).catch(tell);
      await rest(Math.min(lookMs, everySeconds * 1_000));
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
