import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type RecordClient, recordKeys } from '@karigar/events';

/** KEYS[1] the lease, ARGV[1] our token. Removes the lease only while it is still ours. Answers 1 or 0. */
const releaseScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/**
 * Runs `work` while holding the lease `name`, so that only one process of the shop does it at a time. Answers null,
 * without running, when another holds it. The lease ends by itself after `ms`, should this process die.
 */
export async function withLease<T>(
  redis: RecordClient,
  name: string,
  ms: number,
  work: () => Promise<T>,
): Promise<T | null> {
  const key = recordKeys.lease(name);
  const token = randomUUID();
  const taken = await redis.run((connection) =>
    connection.set(key, token, { condition: 'NX', expiration: { type: 'PX', value: ms } }),
  );
  if (taken === null) return null;
  try {
    return await work();
  } finally {
    await redis
      .run((connection) => connection.eval(releaseScript, { keys: [key], arguments: [token] }))
      .catch(() => undefined);
  }
}

/** Like `withLease`, but waits its turn for at most `ms`; then it runs without the lease, so `work` must bear that. */
export async function inTurn<T>(
  redis: RecordClient,
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
