import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { LogUnavailableError } from './log-errors.ts';

const lookEveryMs = 100;

/**
 * Has Redis write its append-only file anew, in which everything that was removed would stay, and waits for it. Answers false where there
 * is no such file. Throws `LogUnavailableError` when it could not be written.
 */
export async function rewriteAppendFile(redis: Redis, signal?: AbortSignal): Promise<boolean> {
  const state = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await redis.info('persistence')).split('\r\n').map((line) => line.split(':') as [string, string]),
    );
  // A rewrite that is under way has begun with what was there before.
  const idle = async (): Promise<Record<string, string>> => {
    for (;;) {
      signal?.throwIfAborted();
      const now = await state();
      if (now.aof_rewrite_in_progress === '0' && now.aof_rewrite_scheduled === '0') return now;
      await delay(lookEveryMs);
    }
  };
  if ((await idle()).aof_enabled !== '1') return false;
  await redis.bgrewriteaof();
  if ((await idle()).aof_last_bgrewrite_status !== 'ok')
    throw new LogUnavailableError(
      'Redis could not write its append-only file anew: see its log, then start again',
    );
  return true;
}
