import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { openOrderLog } from '@karigar/events';
import { LatencyHistogram } from '../measuring/statistics.ts';
import { newMark } from '../seed/new-mark.ts';

/** People who order without a pause, to see how long something else delays them. */
export interface SteadyWriters {
  /** What was seen so far; longest pause = the longest time in which no order at all was accepted. */
  seen(): { count: number; p99Ms: number; longestMs: number; longestPauseMs: number };
  stop(): Promise<void>;
}

/** Starts orders for `toolId` by `writers` people at once, each `pauseMs` after the answer to the one before (0: at once). */
export async function startSteadyWriters(
  redisUrl: string,
  toolId: string,
  writers: number,
  pauseMs: number,
): Promise<SteadyWriters> {
  const log = await openOrderLog({ url: redisUrl, name: 'steady-writers' });
  const times = new LatencyHistogram();
  const run = newMark();
  let last = performance.now();
  let longestPauseMs = 0;
  let stopping = false;
  const write = async (writer: number) => {
    for (let n = 0; !stopping; n += 1) {
      const start = performance.now();
      await log.place({
        uid: `writer-${writer}`,
        idempotencyKey: `steady-${run}-${n}`,
        requestHash: `steady-${n}`,
        // As long as a sealed person is.
        person: 'x'.repeat(190),
        toolId,
        quantity: 1,
        actor: 'system:bench',
        correlationId: 'bench',
      });
      const now = performance.now();
      times.record(now - start);
      longestPauseMs = Math.max(longestPauseMs, now - last);
      last = now;
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
  const all = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return {
    seen: () => ({ count: times.count, p99Ms: times.percentile(0.99), longestMs: times.max, longestPauseMs }),
    async stop() {
      stopping = true;
      await all;
      await log.close();
    },
  };
}
