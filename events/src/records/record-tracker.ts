import type { Redis } from 'ioredis';
import { redisKeys } from '../log/redis-keys.ts';
import { isRecordKey } from './record-lines.ts';

/**
 * The beginnings of the keys of plain records. Redis is not asked for all keys of the shop, because an order changes a dozen of them that
 * are made of the log.
 */
export const recordPrefixes: readonly string[] = [
  redisKeys.tool('').slice(0, -1),
  redisKeys.review('').slice(0, -1),
  redisKeys.user('').slice(0, -1),
  redisKeys.profile(''),
  redisKeys.record(''),
  redisKeys.erasures,
  redisKeys.intents,
  redisKeys.audit,
  redisKeys.ops,
];

/** Names the records that were changed by whomever. */
export interface RecordTracker {
  /**
   * Gives the keys that were changed, removed or have expired since it was asked last: at least those of every write that Redis has answered
   * before this. Null when they are too many to be named, or everything was removed at once. Throws when the connection is lost.
   */
  take(): Promise<ReadonlySet<string> | null>;
  close(): void;
}

/** More names than this take too much memory: then a base is cheaper. */
const mostKeys = 20_000;
const channel = '__redis__:invalidate';

/**
 * Has Redis tell which records change, on a connection of its own beside `redis`, to the same server. Once it is lost nothing is known any more,
 * and every call throws. Throws when Redis does not answer.
 */
export async function trackRecords(redis: Redis): Promise<RecordTracker> {
  // Redis sends to a connection that subscribes as the client library expects it; in protocol 3 the library drops such messages.
  const listener = redis.duplicate({ protocol: 2 });
  let changed: Set<string> | null = new Set();
  listener.on('error', () => undefined); // Every command that a lost connection concerns rejects on its own.
  listener.on('messageBuffer', (_: Buffer, keys: readonly Buffer[] | null) => {
    if (keys === null) changed = null;
    for (const bytes of keys ?? []) {
      const key = bytes.toString();
      if (isRecordKey(key)) changed?.add(key);
    }
    if (changed !== null && changed.size > mostKeys) changed = null;
  });
  try {
    await listener.connect();
    const id = await listener.client('ID');
    await listener.subscribe(channel);
    const prefixes = recordPrefixes.flatMap((prefix) => ['PREFIX', prefix]);
    await redis.call('CLIENT', 'TRACKING', 'ON', 'REDIRECT', id, 'BCAST', ...prefixes);
  } catch (error) {
    listener.disconnect();
    throw error;
  }
  return {
    async take() {
      // What was written before comes before the answer on this connection.
      await listener.ping();
      const taken = changed;
      changed = new Set();
      return taken;
    },
    close: () => listener.disconnect(),
  };
}
