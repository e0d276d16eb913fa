import { setTimeout as pause } from 'node:timers/promises';
import type { FilledRedis } from '../measuring/filled-redis.ts';
import { mustRunOperator, type OperatorRun } from '../measuring/operator-run.ts';
import { readStalls, type Stall, watchStalls } from '../measuring/redis-stalls.ts';
import { type SteadyWriters, startSteadyWriters } from './steady-writers.ts';

type Seen = ReturnType<SteadyWriters['seen']>;

/** How long (ms) each of eight people waits after an order: about a hundred orders a second, or all that the shop takes. */
export const ordering = { aHundredPerSecond: 75, withoutAPause: 2 } as const;

/** A rebuild while eight people order, and what they noticed. */
export interface OpenRebuild {
  run: OperatorRun;
  /** Until the new read models were in use; the rest of the run removes the old ones. */
  inUseSeconds: number;
  calm: Seen;
  during: Seen;
  stalls: readonly Stall[];
}

/** Stalls of Redis that are worth naming beside a promise of 50 ms. */
export const stallMs = 20;

/** Lets people order for `calmMs`, each `pauseMs` after the order before, then while the read models are rebuilt by a command with `env`. */
export async function rebuildInOpenShop(
  redis: FilledRedis,
  folder: string,
  calmMs: number,
  pauseMs: number,
  env: Record<string, string> = {},
): Promise<OpenRebuild> {
  const calm = await whileOrdering(redis, pauseMs, () => pause(calmMs));
  await watchStalls(redis.port, stallMs);
  const { result: run, seen: during } = await whileOrdering(redis, pauseMs, () =>
    mustRunOperator(redis.url, folder, ['rebuild', '--json', '--why', 'measurement'], env),
  );
  const inUseSeconds = Number(run.output.match(/"seconds":([\d.]+)/)?.[1]);
  return { run, inUseSeconds, calm: calm.seen, during, stalls: await readStalls(redis.port) };
}

async function whileOrdering<T>(redis: FilledRedis, pauseMs: number, work: () => Promise<T>) {
  const writers = await startSteadyWriters(redis.url, 'fill-tool-1', 8, pauseMs);
  try {
    const result = await work();
    return { result, seen: writers.seen() };
  } finally {
    await writers.stop();
  }
}
