import type { RedisClient, RedisConnection } from '../log/redis-connection.ts';
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

/** Tells which records were changed, by any client. */
export interface RecordTracker {
  /**
   * Gives the keys that were changed, removed or have expired since the last call: at least those of every write that Redis answered before
   * this call. Null when there are too many of them, or everything was removed at once. Throws `LogUnavailableError` when the connection
   * was lost, and from then on always.
   */
  take(): Promise<ReadonlySet<string> | null>;
  close(): void;
}

/** More names than this take too much memory: then a base is cheaper. */
const mostKeys = 20_000;
const channel = '__redis__:invalidate';

/** Has Redis report changed records, on a second connection of the client. Throws `LogUnavailableError` when Redis does not answer. */
export async function trackRecords(client: RedisClient): Promise<RecordTracker> {
  let changed: Set<string> | null = new Set();
  const note = (message: unknown): void => {
    if (message === null) changed = null;
    else
      for (const name of message as readonly Buffer[]) {
        const key = name.toString();
        if (isRecordKey(key)) changed?.add(key);
      }
    if (changed !== null && changed.size > mostKeys) changed = null;
  };
  const listener = await client.run((connection) => listen(connection, note));
  return {
    async take() {
      // Reports of earlier writes come before this answer. The client gives the call its deadline.
      await client.run(() => listener.ping());
      const taken = changed;
      changed = new Set();
      return taken;
    },
    close: () => {
      if (listener.isOpen) listener.destroy();
    },
  };
}

async function listen(connection: RedisConnection, note: (message: unknown) => void) {
  // In protocol 2 the reports are messages of a channel, so this connection redirects them to itself.
  const listener = connection.duplicate({ RESP: 2, maintNotifications: 'disabled' });
  // A lost connection also rejects each call; without a listener it would end the process.
  listener.on('error', () => undefined);
  await listener.connect();
  const id = String(await listener.clientId());
  const prefixes = recordPrefixes.flatMap((prefix) => ['PREFIX', prefix]);
  await listener.sendCommand(['CLIENT', 'TRACKING', 'ON', 'REDIRECT', id, 'BCAST', ...prefixes]);
  // Each message is a list of names, which only a listener of bytes gets as it is.
  await listener.subscribe(channel, note, true);
  return listener;
}
