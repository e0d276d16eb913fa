import type { Redis } from 'ioredis';
import { redisKeys } from '../log/redis-keys.ts';
import { rewriteAppendFile } from '../log/rewrite-append-file.ts';
import { scanHead } from '../log/store-head.ts';

/**
 * Destroys the log from before the sealing, and has Redis write its append-only file anew, in which everything of the old one would
 * stay. Answers whether there was one. May be repeated. Throws `StoreClosedError` before a sealing has come to its end, and
 * `LogUnavailableError` when the file could not be written.
 */
export async function destroyUnsealed(redis: Redis, signal?: AbortSignal): Promise<boolean> {
  await scanHead(redis);
  const there = (await redis.unlink(redisKeys.unsealed)) === 1;
  await rewriteAppendFile(redis, signal);
  return there;
}
