import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { LogUnavailableError } from '../log/log-errors.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { scanHead } from '../log/store-head.ts';

const lookEveryMs = 100;

/**
 * Destroys the log from before the sealing, and has Redis write its append-only file anew, in which everything of the old one would
 * stay. Answers whether there was one. May be repeated. Throws `StoreClosedError` before a sealing has come to its end, and
 * `LogUnavailableError` when the file could not be written.
 */
export async function destroyUnsealed(redis: Redis, signal?: AbortSignal): Promise<boolean> {
  await scanHead(redis);
  const there = (await redis.unlink(redisKeys.unsealed)) === 1;
  const state = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await redis.info('persistence')).split('\r\n').map((line) => line.split(':') as [string, string]),
    );
  // A rewrite that is under way has begun with the old log.
  const idle = async (): Promise<Record<string, string>> => {
    for (;;) {
      signal?.throwIfAborted();
      const now = await state();
      if (now.aof_rewrite_in_progress === '0' && now.aof_rewrite_scheduled === '0') return now;
      await delay(lookEveryMs);
    }
  };
  if ((await idle()).aof_enabled !== '1') return there;
  await redis.bgrewriteaof();
  if ((await idle()).aof_last_bgrewrite_status !== 'ok')
    throw new LogUnavailableError(
      'Redis could not write its append-only file anew: see its log, then start again',
    );
  return there;
}
