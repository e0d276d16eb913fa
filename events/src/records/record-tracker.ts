import type { RedisClient } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';

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
   * this call. Throws `LogUnavailableError` when the connection was lost or all keys were removed at once, and from then on always.
   */
  take(): Promise<ReadonlySet<string>>;
  close(): void;
}

/** Has Redis report changed records, on a second connection of the client. Throws `LogUnavailableError` when Redis does not answer. */
export async function trackRecords(client: RedisClient): Promise<RecordTracker> {
  let changed = new Set<string>();
  const listener = await client.run(async (connection) => {
    // In protocol 2 the reports are messages of a channel, so this connection redirects them to itself.
    const reports = connection.duplicate({ RESP: 2, maintNotifications: 'disabled' });
    // A lost connection also rejects each call; without a listener it would end the process.
    reports.on('error', () => undefined);
    await reports.connect();
    const id = String(await reports.clientId());
    const prefixes = recordPrefixes.flatMap((prefix) => ['PREFIX', prefix]);
    await reports.sendCommand(['CLIENT', 'TRACKING', 'ON', 'REDIRECT', id, 'BCAST', ...prefixes]);
    const note = (names: unknown): void => {
      if (names === null) reports.destroy();
      else for (const name of names as readonly Buffer[]) changed.add(name.toString());
    };
    // Each message is a list of names, which only a listener of bytes gets as it is.
    await reports.subscribe('__redis__:invalidate', note, true);
    return reports;
  });
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
