import { type RedisClient, redisKeys } from '@karigar/events';

/** What the Redis of the shop says of itself. */
export type RedisState = ReturnType<typeof redisStateOf>;

/** Reads the answer of INFO, sections memory, persistence and replication (redis.io/docs, INFO). */
export function redisStateOf(info: string) {
  const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  const written = Number(field('master_repl_offset'));
  const replicas = [...info.matchAll(/^slave\d+:(.*?)\r?$/gm)].map(([, line = '']) => {
    const parts = Object.fromEntries(line.split(',').map((part) => part.split('=', 2)));
    return {
      /** `host:port`. */
      address: `${parts.ip}:${parts.port}`,
      /** Whether it has everything but the newest; false while it still loads the first copy. */
      online: parts.state === 'online',
      /** Bytes of the primary's writes that it has not acknowledged. */
      behindBytes: Math.max(0, written - Number(parts.offset)),
      /** Seconds since it acknowledged last, which it does each second; -1 where it never did. */
      silentSeconds: Number(parts.lag),
    };
  });
  return {
    isPrimary: field('role') === 'master',
    replicas,
    usedBytes: Number(field('used_memory')),
    /** 0: no limit. */
    maxBytes: Number(field('maxmemory')),
    /** Size of the append-only file. */
    fileBytes: Number(field('aof_current_size')),
    /** Whether the last write to the append-only file went well; false also where there is no such file. */
    fileWritten: field('aof_enabled') === '1' && field('aof_last_write_status') === 'ok',
    /** Whether the last rewrite of that file went well. */
    fileRewritten: field('aof_last_bgrewrite_status') === 'ok',
  };
}

/** Asks the primary for its state, with one INFO. Throws `LogUnavailableError`. */
export const readRedisState = async (client: RedisClient): Promise<RedisState> =>
  redisStateOf(
    await client.run((connection) =>
      connection.sendCommand<string>(['INFO', 'memory', 'persistence', 'replication']),
    ),
  );

/** Reads the state of Redis, and how many bytes the log takes. Throws `LogUnavailableError`. */
export async function storeFigures(client: RedisClient): Promise<RedisState & { logBytes: number }> {
  const logBytes = await client.run((connection) => connection.memoryUsage(redisKeys.events));
  return { ...(await readRedisState(client)), logBytes: logBytes ?? 0 };
}
