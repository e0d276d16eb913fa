import { randomUUID } from 'node:crypto';
import { genesisHash } from './event-fields.ts';
import { LogUnavailableError } from './log-errors.ts';
import type { RedisClient } from './redis-connection.ts';
import { redisKeys } from './redis-keys.ts';

/**
 * Answers the id of the store, making the store on first use. An existing store is only read: Redis refuses a script that
 * may write when its memory is full and on a replica, where reading must still work. Throws
 * `LogUnavailableError` when the store must exist and neither its head nor its log does.
 */
export async function openStore(client: RedisClient, code: string, mustExist: boolean): Promise<string> {
  return client.run(async (connection) => {
    const [shop, gen] = await connection.hmGet(redisKeys.meta, ['shop', 'gen']);
    if (shop != null && gen != null) return shop;
    if (mustExist && gen == null && (await connection.exists(redisKeys.events)) === 0) {
      throw new LogUnavailableError(noLog);
    }
    const [made] = await connection.openStore(
      [redisKeys.meta, redisKeys.events],
      [randomUUID(), code, genesisHash],
    );
    return made ?? '';
  });
}

/** Message about a Redis in which no shop was ever opened. */
export const noLog = 'There is no order log in this Redis';
