import { once } from 'node:events';
import { LogUnavailableError, type Primary, type RedisConnection } from '@karigar/events';
import { BasicClientSideCache, createClient } from 'redis';
import { withTimeout } from '../with-timeout.ts';

const reconnectAtMostMs = 250;

/**
 * Never connects. node-redis generates a class with all commands for each client that it creates, which takes megabytes; a
 * duplicate shares the class.
 */
const template = createClient({
  RESP: 3,
  disableOfflineQueue: true,
  commandOptions: { timeout: 0 },
  name: 'karigar-bff-lists',
});

/**
 * Reads plain records through a connection whose reads Redis tracks (client-side caching), so that several processes keep the same lists
 * in memory without asking for them at each request.
 *
 * `onChange` is called when anything that was read may have changed: after a write of any process, and whenever the connection
 * is lost, because changes go unnoticed then. A connection that answers too late is replaced.
 */
export function watchedReader({
  primary,
  timeoutMs,
  onChange,
}: {
  primary: Primary;
  timeoutMs: number;
  onChange: () => void;
}) {
  const connect = () => {
    const cache = new BasicClientSideCache({
      ttl: 0,
      maxEntries: 20_000,
      evictPolicy: 'LRU',
      recordStats: false,
    });
    cache.on('invalidate', onChange);
    const opening = primary.locate().then(({ url }) => {
      const client = template.duplicate({
        url,
        clientSideCache: cache,
        socket: {
          connectTimeout: timeoutMs,
          reconnectStrategy: (tries) => Math.min(25 * 2 ** tries, reconnectAtMostMs),
        },
      });
      for (const event of ['error', 'reconnecting', 'ready']) client.on(event, onChange);
      client.connect().catch(() => undefined);
      return client;
    });
    // Every read waits for it, and fails with it.
    opening.catch(() => undefined);
    return { cache, opening };
  };
  let current = connect();
  let closed = false;
  const end = () => {
    current.cache.removeAllListeners();
    current.opening
      .then((client) => {
        client.removeAllListeners();
        client.on('error', () => undefined);
        client.destroy();
      })
      .catch(() => undefined);
  };
  const renew = () => {
    if (closed) return;
    end();
    current = connect();
    onChange();
  };
  const forgetMoves = primary.onMoved(renew);
  const refuseLate = () => {
    throw new LogUnavailableError('The store takes too long to answer');
  };
  return {
    /** Runs reads; throws `LogUnavailableError` when Redis is away or too slow. */
    async read<T>(work: (connection: RedisConnection) => Promise<T>): Promise<T> {
      const used = current;
      const ready = async () => {
        const client = await used.opening;
        // Rejects when a try to connect fails.
        if (!client.isReady) await once(client, 'ready');
        return work(client as unknown as RedisConnection);
      };
      try {
        return await withTimeout(timeoutMs, ready(), refuseLate);
      } catch (error) {
        if (!(error instanceof LogUnavailableError))
          throw new LogUnavailableError('The store cannot be read', error);
        // It was not found, or does not answer.
        if (used === current) renew();
        throw error;
      }
    },
    /** Drops these keys from the cache: this process has just written them, and Redis's message may still be on its way. */
    forget(keys: readonly string[]): void {
      for (const key of keys) current.cache.invalidate(key);
    },
    /** Drops the connection and all of its cache: another store was put in the place of this one, and Redis's messages about it may still be on their way. */
    renew,
    close(): void {
      closed = true;
      forgetMoves();
      end();
    },
  };
}
