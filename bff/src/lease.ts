import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type RedisClient, redisKeys } from '@karigar/events';

/** KEYS[1] the lease, ARGV[1] our token, ARGV[2] milliseconds, 0 to end it. Prolongs the lease only while it is still ours. */
const prolongScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`;

/**
 * Runs `work` while holding the lease `name`, so that only one process of the shop does it at a time. Answers null,
 * without running, when another holds it. The lease is prolonged as long as `work` runs, and ends by itself within `ms` after this process dies.
 */
export async function withLease<T>(
  redis: RedisClient,
  name: string,
  ms: number,
  work: () => Promise<T>,
): Promise<T | null> {
  const key = redisKeys.lease(name);
  const token = randomUUID();
  const taken = await redis.commands.set(key, token, {
    condition: 'NX',
    expiration: { type: 'PX', value: ms },
  });
  if (taken === null) return null;
  const prolong = (by: number) =>
    redis.commands
      .eval(prolongScript, { keys: [key], arguments: [token, String(by)] })
      .catch(() => undefined);
  const heartbeat = setInterval(() => void prolong(ms), ms / 3);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await prolong(0);
  }
}

/** Like `withLease`, but waits its turn for at most `ms`; then it runs without the lease, so `work` must bear that. */
export async function inTurn<T>(
  redis: RedisClient,
  name: string,
  ms: number,
  work: () => Promise<T>,
): Promise<T> {
  const until = Date.now() + ms;
  while (Date.now() < until) {
    const done = await withLease(redis, name, ms, async () => ({ value: await work() }));
    if (done !== null) return done.value;
    await delay(10 + Math.random() * 40);
  }
  return work();
}
