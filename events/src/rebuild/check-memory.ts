import type { Redis } from 'ioredis';
import { generationKeys } from '../log/generation-keys.ts';
import { LogUnavailableError } from '../log/log-errors.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { projectionCode } from '../model/project.ts';

/**
 * Throws `LogUnavailableError` when a second generation does not fit under Redis's memory limit. It may become as large as everything that
 * Redis holds beside the log, and a fifth more; what an unfinished rebuild of this code has built already is there.
 */
export async function checkMemory(redis: Redis): Promise<void> {
  const info = await redis.info('memory');
  const read = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const [limit, used] = [read('maxmemory'), read('used_memory')];
  if (limit === 0) return;
  const log = Number((await redis.memory('USAGE', redisKeys.events)) ?? 0);
  const built = await builtShare(redis);
  const needed = (1.2 * (used - log) * (1 - built)) / (1 + built);
  const free = limit - used;
  if (needed <= free) return;
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  throw new LogUnavailableError(
    `A rebuild needs about ${megabytes(needed)}, and ${megabytes(Math.max(0, free))} are free under maxmemory. ` +
      'Raise maxmemory (CONFIG SET maxmemory …) and start again',
  );
}

/** Share of the log that is in the generation which this code is building, 0 to 1. */
async function builtShare(redis: Redis): Promise<number> {
  const [building, head] = await Promise.all([
    redis.hget(redisKeys.builds, 'building'),
    redis.hget(redisKeys.meta, 'seq'),
  ]);
  const [gen, code] = (building ?? '').split(' ');
  if (code !== projectionCode || Number(head) === 0) return 0;
  const checkpoint = await redis.get(generationKeys(Number(gen)).checkpoint);
  return Math.min(1, Number.parseInt(checkpoint ?? '0', 10) / Number(head));
}
