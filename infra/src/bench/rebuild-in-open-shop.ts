import { setTimeout as pause } from 'node:timers/promises';
import type { FilledRedis } from './filled-redis.ts';
import { mustRunOperator, type OperatorRun } from './operator-run.ts';
import { readStalls, type Stall, watchStalls } from './redis-stalls.ts';
import { type SteadyWriters, startSteadyWriters } from './steady-writers.ts';

type Seen = ReturnType<SteadyWriters['seen']>;

/** A rebuild while eight people order, and what they noticed. */
export interface OpenRebuild {
  readonly run: OperatorRun;
  /** Until the new read models were in use; the rest of the run removes the old ones. */
  readonly inUseSeconds: number;
  readonly calm: Seen;
  readonly during: Seen;
  readonly stalls: readonly Stall[];
}

/** Stalls of Redis that are worth naming beside a promise of 50 ms. */
export const stallMs = 20;

/** Lets people order for `calmMs`, then while the read models are rebuilt. */
export async function rebuildInOpenShop(
  redis: FilledRedis,
  folder: string,
  calmMs: number,
): Promise<OpenRebuild> {
  const calm = await whileOrdering(redis, () => pause(calmMs));
  await watchStalls(redis.port, stallMs);
  const { result: run, seen: during } = await whileOrdering(redis, () =>
    mustRunOperator(redis.url, folder, ['rebuild', '--json', '--grace-seconds', '0', '--why', 'measured']),
  );
  const inUseSeconds = Number(run.output.match(/"seconds": ([\d.]+)/)?.[1]);
  return { run, inUseSeconds, calm: calm.seen, during, stalls: await readStalls(redis.port) };
}

async function whileOrdering<T>(redis: FilledRedis, work: () => Promise<T>) {
  const writers = await startSteadyWriters(redis.url, 'fill-tool-1', 8, 2);
  try {
    const result = await work();
    return { result, seen: writers.seen() };
  } finally {
    await writers.stop();
  }
}
