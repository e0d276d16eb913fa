import type { Redis } from 'ioredis';
import { redisKeys } from '../log/redis-keys.ts';
import { requireMemory } from '../rebuild/memory-check.ts';
import { SealingRunsError } from './write-sealed-log.ts';

const connectionName = 'karigar-sealing';

/**
 * Makes sure that nobody else seals this log: a connection that does has a name, which is gone with its process. Of two that begin in
 * the same moment both may be refused. Throws `SealingRunsError`.
 */
export async function claimSealing(redis: Redis): Promise<void> {
  await redis.client('SETNAME', connectionName);
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
