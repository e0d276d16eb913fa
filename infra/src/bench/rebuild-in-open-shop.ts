import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { openOrderLog } from '@karigar/events';
import { type Cell, readable } from '../measuring/figure.ts';
import type { FilledRedis } from '../measuring/filled-redis.ts';
import { mustRunOperator, type OperatorRun } from '../measuring/operator-run.ts';
import { readStalls, type Stall, watchStalls } from '../measuring/redis-stalls.ts';
import { LatencyHistogram } from '../measuring/statistics.ts';
import { newMark } from '../seed/new-mark.ts';

/** How long (ms) each of eight people waits after an order: about a hundred orders a second, or all that the shop takes. */
export const ordering = { aHundredPerSecond: 75, withoutAPause: 2 } as const;

/** Stalls of Redis that are worth naming beside a promise of 50 ms. */
export const stallMs = 20;

/** What people who order noticed: how long each order took, and the longest time in which no order at all was accepted. */
interface Noticed {
  times: LatencyHistogram;
  longestPauseMs: number;
}

/** A rebuild while eight people order, and what they noticed. */
export interface OpenRebuild {
  run: OperatorRun;
  /** Until the new read models were in use; the rest of the run removes the old ones. */
  inUseSeconds: number;
  calm: Noticed;
  during: Noticed;
  stalls: readonly Stall[];
}

/** Lets people order for `calmMs`, each `pauseMs` after the order before, then while the read models are rebuilt by a command with `env`. */
export async function rebuildInOpenShop(
  { url }: FilledRedis,
  folder: string,
  calmMs: number,
  pauseMs: number,
  env: Record<string, string> = {},
): Promise<OpenRebuild> {
  const calm = await whileOrdering(url, 8, pauseMs, () => pause(calmMs));
  await watchStalls(url, stallMs);
  const during = await whileOrdering(url, 8, pauseMs, () =>
    mustRunOperator(url, folder, ['rebuild', '--json', '--why', 'measurement'], env),
  );
  const run = during.result;
  const inUseSeconds = Number(run.output.match(/"seconds":([\d.]+)/)?.[1]);
  return { run, inUseSeconds, calm, during, stalls: await readStalls(url) };
}

/** Says when a rebuild was in use, and what came meanwhile. */
export const whatCame = ({ inUseSeconds, during }: OpenRebuild): string =>
  `in use after ${readable(inUseSeconds)} s, then the old ones removed; ${during.times.count} orders meanwhile`;

/** The row of a table that tells of a command which went through so many events. */
export const commandRow = (
  command: string,
  { seconds, peakBytes }: OperatorRun,
  events: number,
  note = '',
): Record<string, Cell> => ({
  ...{ command, seconds, 'events/s': events / seconds },
  ...{ 'peak memory MB': peakBytes / 2 ** 20, '': note },
});

/** Has so many people order for as long as `work` takes, each `pauseMs` after the answer to the order before (0: at once). */
export async function whileOrdering<T>(
  url: string,
  people: number,
  pauseMs: number,
  work: () => Promise<T>,
): Promise<Noticed & { result: T }> {
  const log = await openOrderLog({ url, name: 'steady-writers' });
  const times = new LatencyHistogram();
  const run = newMark();
  let last = performance.now();
  let [longestPauseMs, stopping] = [0, false];
  const order = async (uid: string) => {
    for (let n = 0; !stopping; n += 1) {
      const start = performance.now();
      await log.place({
        ...{ uid, idempotencyKey: `steady-${run}-${n}`, requestHash: `steady-${n}` },
        // As long as a sealed person is.
        person: 'x'.repeat(190),
        ...{ toolId: 'fill-tool-1', quantity: 1, actor: 'system:bench', correlationId: 'bench' },
      });
      const now = performance.now();
      times.record(now - start);
      longestPauseMs = Math.max(longestPauseMs, now - last);
      last = now;
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
  const all = Promise.all(Array.from({ length: people }, (_, writer) => order(`writer-${writer}`)));
  try {
    const result = await work();
    return { result, times, longestPauseMs };
  } finally {
    stopping = true;
    await all;
    await log.close();
  }
}
