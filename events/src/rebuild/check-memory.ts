import { LogUnavailableError } from '../log/log-errors.ts';
import type { RedisClient } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { projectionCode } from '../model/project.ts';

/**
 * Throws `LogUnavailableError` when a second generation does not fit under Redis's memory limit. It may become as large as everything that
 * Redis holds beside the log, and a fifth more. An unfinished rebuild of this code goes on without a check: it has part of its memory already,
 * and is stopped whole where Redis is full.
 */
export async function checkMemory(client: RedisClient): Promise<void> {
  const [info, log, building] = await client.run((connection) =>
    Promise.all([
      connection.info('memory'),
      connection.memoryUsage(redisKeys.events),
      connection.hGet(redisKeys.builds, 'building'),
    ]),
  );
  const read = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const [limit, used] = [read('maxmemory'), read('used_memory')];
  if (limit === 0 || building?.endsWith(` ${projectionCode}`) === true) return;
  const [needed, free] = [1.2 * (used - Number(log ?? 0)), Math.max(0, limit - used)];
  if (needed <= free) return;
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  throw new LogUnavailableError(
    `A rebuild needs about ${megabytes(needed)}, and ${megabytes(free)} are free under maxmemory. ` +
      'Raise maxmemory (CONFIG SET maxmemory …) and start again',
  );
}
