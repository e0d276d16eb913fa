import type { Redis } from 'ioredis';
import { scanReader } from '../log/generation-reader.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { Difference } from '../model/difference.ts';
import { projectionCode } from '../model/project.ts';
import { type DryRunOptions, GenerationComparison } from './generation-comparison.ts';

/** What a rebuild with this release would change. */
interface DryRun {
  /** The last event that was folded. */
  readonly seq: number;
  readonly orders: number;
  /** The generation in use, and the projection version that made it. */
  readonly gen: number;
  readonly usedCode: string;
  /** The projection version that a rebuild would use. */
  readonly code: string;
  /** The first thousand. Those of kind `log` are the events at which the rebuild would stop. */
  readonly differences: readonly Difference[];
  /** All of them. */
  readonly count: number;
}

/**
 * Folds the log by this release's projection, exactly as a rebuild would, and compares what comes of it with the generation in
 * use, to the byte. Changes nothing; the shop stays open. Throws `LogUnavailableError` when the generation is
 * replaced meanwhile.
 */
export async function dryRun(redis: Redis, options: DryRunOptions = {}): Promise<DryRun> {
  const reader = scanReader(redis);
  const keys = await reader.reload();
  const usedCode = await redis.hget(redisKeys.meta, 'code');
  const run = new GenerationComparison(redis, reader, keys, options);
  await run.catchUp();
  await run.compareOpenOrders();
  await run.compareFigures();
  const { seq, orders, differences } = run.result();
  const { list, count } = differences;
  return {
    seq,
    orders,
    gen: keys.gen,
    usedCode: usedCode ?? '',
    code: projectionCode,
    differences: list,
    count,
  };
}
