import { once } from 'node:events';
import { LogUnavailableError, type RedisConnection } from '@karigar/events';
import { BasicClientSideCache, createClient } from 'redis';
import { withTimeout } from '../with-timeout.ts';

/**
 * Reads plain records through a connection whose reads Redis tracks (client-side caching), so that it tells when one of them
 * changes. That is how several processes have the same catalogue in memory without asking for it at each request.
 *
 * `onChange` is called when anything that was read may have changed: after a write by whomever, and whenever the connection
 * is lost, because changes go unnoticed then. A connection that answers too late is replaced.
 */
export function watchedReader(options: { url: string; timeoutMs: number; onChange: () => void }) {
  const template = createTemplate(options);
  const connect = () => trackedConnection(template, options.onChange);
  let current = connect();
  let closed = false;
  const renew = () => {
    current.end();
    options.onChange();
    if (!closed) current = connect();
  };
  const refuseLate = () => {
    throw new LogUnavailableError('The catalogue takes too long to answer');
  };
  return {
    /** Runs reads; throws `LogUnavailableError` when Redis is away or too slow. */
    async read<T>(work: (connection: RedisConnection) => Promise<T>): Promise<T> {
      const used = current;
      try {
        const reading = used.whenReady().then(() => work(used.client));
        return await withTimeout(options.timeoutMs, reading, refuseLate);
      } catch (error) {
        if (used === current && !used.client.isReady) options.onChange();
        if (!(error instanceof LogUnavailableError))
          throw new LogUnavailableError('The catalogue cannot be read', error);
        if (used === current) renew();
        throw error;
      }
    },
    /** Drops these keys from the cache: this process has just written them, and Redis's message may still be on its way. */
    forget(keys: readonly string[]): void {
      for (const key of keys) current.forget(key);
    },
    close(): void {
      closed = true;
      current.end();
    },
  };
}

const reconnectAtMostMs = 250;

/**
 * A client that never connects: its duplicates share the class with all commands that node-redis generates for each client it
 * creates, which takes megabytes.
 */
const createTemplate = (options: { url: string; timeoutMs: number }) =>
  createClient({
    url: options.url,
    RESP: 3,
    disableOfflineQueue: true,
    commandOptions: { timeout: 0 },
    name: 'karigar-bff-catalogue',
    socket: {
      connectTimeout: options.timeoutMs,
      reconnectStrategy: (tries) => Math.min(25 * 2 ** tries, reconnectAtMostMs),
    },
  });

function trackedConnection(template: ReturnType<typeof createTemplate>, onChange: () => void) {
  const cache = new BasicClientSideCache({
    ttl: 0,
    maxEntries: 20_000,
    evictPolicy: 'LRU',
    recordStats: false,
  });
  cache.on('invalidate', onChange);
  const client = template.duplicate({ clientSideCache: cache });
  client.on('error', onChange);
  client.on('reconnecting', onChange);
  client.on('ready', onChange);
  client.connect().catch(() => undefined);
  return {
    client: client as unknown as RedisConnection,
    /** Waits briefly: a lost connection is usually back at once, and readers must not wait for one that is not. */
    async whenReady() {
      if (!client.isReady)
        await once(client, 'ready', { signal: AbortSignal.timeout(2 * reconnectAtMostMs) });
    },
    forget: (key: string) => cache.invalidate(key),
    end() {
      cache.removeAllListeners();
      client.removeAllListeners();
      client.on('error', () => undefined);
      if (client.isOpen) client.destroy();
    },
  };
}
