import { type RedisClient, redisKeys } from '@karigar/events';

/** One replica, as its primary sees it. */
interface ReplicaState {
  /** `host:port`. */
  address: string;
  /** Whether it has everything but the newest; false while it still loads the first copy. */
  online: boolean;
  /** Bytes of the primary's writes that it has not acknowledged. */
  behindBytes: number;
  /** Seconds since it acknowledged last, which it does each second; -1 where it never did. */
  silentSeconds: number;
}

/** What the Redis of the shop says of itself. */
export interface RedisState {
  isPrimary: boolean;
  replicas: readonly ReplicaState[];
  usedBytes: number;
  /** 0: no limit. */
  maxBytes: number;
  /** Size of the append-only file. */
  fileBytes: number;
  /** Whether the last write to the append-only file went well; false also where there is no such file. */
  fileWritten: boolean;
  /** Whether the last rewrite of that file went well. */
  fileRewritten: boolean;
}

/** Reads the answer of INFO, sections memory, persistence and replication (redis.io/docs, INFO). */
export function redisStateOf(info: string): RedisState {
  const field = (name: string): string => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  const written = Number(field('master_repl_offset'));
  const replicas = [...info.matchAll(/^slave\d+:(.*?)\r?$/gm)].map(([, line = '']) => {
    const parts = new Map(line.split(',').map((part) => part.split('=', 2) as [string, string]));
    return {
      address: `${parts.get('ip')}:${parts.get('port')}`,
      online: parts.get('state') === 'online',
      behindBytes: Math.max(0, written - Number(parts.get('offset'))),
      silentSeconds: Number(parts.get('lag')),
    };
  });
  return {
    isPrimary: field('role') === 'master',
    replicas,
    usedBytes: Number(field('used_memory')),
    maxBytes: Number(field('maxmemory')),
    fileBytes: Number(field('aof_current_size')),
    fileWritten: field('aof_enabled') === '1' && field('aof_last_write_status') === 'ok',
    fileRewritten: field('aof_last_bgrewrite_status') === 'ok',
  };
}

/** Asks the primary for its state, with one INFO. Throws `LogUnavailableError`. */
export async function readRedisState(client: RedisClient): Promise<RedisState> {
  const info = await client.run((connection) =>
    connection.sendCommand<string>(['INFO', 'memory', 'persistence', 'replication']),
  );
  return redisStateOf(info);
}

/** Reads the state of Redis, and how many bytes the log takes. Throws `LogUnavailableError`. */
export async function storeFigures(client: RedisClient): Promise<RedisState & { logBytes: number }> {
  const logBytes = await client.run((connection) => connection.memoryUsage(redisKeys.events));
  return { ...(await readRedisState(client)), logBytes: logBytes ?? 0 };
}
