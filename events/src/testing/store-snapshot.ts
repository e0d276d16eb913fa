import type { RedisConnection } from '../log/redis-connection.ts';
import type { OrderLog } from '../order-log.ts';

type Value = string | Record<string, string> | null;

async function storedValue(connection: RedisConnection, key: string): Promise<Value> {
  const type = await connection.type(key);
  switch (type) {
    case 'string':
      return connection.get(key);
    case 'hash':
      return Object.fromEntries(Object.entries(await connection.hGetAll(key)).sort());
    case 'zset': {
      const members = await connection.zRangeWithScores(key, 0, -1);
      return Object.fromEntries(members.map(({ value, score }) => [value, String(score)]));
    }
    case 'set':
      return (await connection.sMembers(key)).sort().join('\n');
    case 'stream': {
      const entries = (await connection.xRange(key, '-', '+')) ?? [];
      return Object.fromEntries(entries.map(({ id, message }) => [id, JSON.stringify(message)]));
    }
    default:
      throw new Error(`${key} is a ${type}, which the shop does not use`);
  }
}

/** Everything whose key begins so, by key without that beginning: what a test compares before and after. */
export function storeSnapshot(log: OrderLog, beginning = '{o}:'): Promise<Record<string, Value>> {
  return log.redis.run(async (connection) => {
    const names = (await connection.keys('*')).filter((name) => name.startsWith(beginning)).sort();
    const values = await Promise.all(names.map((name) => storedValue(connection, name)));
    return Object.fromEntries(
      names.map((name, index) => [name.slice(beginning.length), values[index] ?? null]),
    );
  });
}

/** The read models of the generation in use, by key without the number. */
export async function generationSnapshot(log: OrderLog): Promise<Record<string, Value>> {
  const { gen } = await log.head();
  return storeSnapshot(log, `{o}:g${gen}:`);
}
