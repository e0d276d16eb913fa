import type { Redis } from 'ioredis';
import { redisKeys } from '../log/redis-keys.ts';
import { requireMemory } from '../rebuild/memory-check.ts';
import { SealingRunsError } from './write-sealed-log.ts';

const connectionName = 'karigar-sealing';

/**
 * Does work that nobody else may do at the same time: a connection that seals has a name, which is gone with its process. Of two that
 * begin in the same moment both may be refused. Throws `SealingRunsError`.
 */
export async function withClaim<T>(redis: Redis, work: () => Promise<T>): Promise<T> {
  const before = (await redis.client('GETNAME')) ?? '';
  await redis.client('SETNAME', connectionName);
  try {
    await refuseOthers(redis);
    return await work();
  } finally {
    // A connection that is lost has no name any more.
    await redis.client('SETNAME', before).catch(() => undefined);
  }
}

async function refuseOthers(redis: Redis): Promise<void> {
  const clients = String(await redis.client('LIST')).split('\n');
  const own = String(await redis.client('ID'));
  const others = clients.filter(
    (line) => line.includes(` name=${connectionName} `) && !line.startsWith(`id=${own} `),
  );
  if (others.length > 0) throw new SealingRunsError();
}

/** A sealed person is longer by nonce and tag, and by a third for being written as text. */
const growth = 1.4;

/** Throws `LogUnavailableError` when a second log does not fit under Redis's memory limit. */
export function requireMemoryForSealing(redis: Redis): Promise<void> {
  return requireMemory(redis, 'Sealing the log', async () =>
    Math.round(growth * Number((await redis.memory('USAGE', redisKeys.events)) ?? 0)),
  );
}
