import { once } from 'node:events';
import { LogUnavailableError, type Primary, type RedisConnection } from '@karigar/events';
import { BasicClientSideCache, createClient } from 'redis';
import { withTimeout } from '../with-timeout.ts';

/**
 * Reads plain records through a connection whose reads Redis tracks (client-side caching), so that it tells when one of them
 * changes. That is how several processes have the same lists in memory without asking for them at each request.
 *
 * `onChange` is called when anything that was read may have changed: after a write by whomever, and whenever the connection
 * is lost, because changes go unnoticed then. A connection that answers too late is replaced.
 */
export function watchedReader(options: { primary: Primary; timeoutMs: number; onChange: () => void }) {
  const connect = () => trackedConnection(options);
  let current = connect();
  let closed = false;
  const renew = () => {
    current.end();
    options.onChange();
    if (!closed) current = connect();
  };
  const forgetMoves = options.primary.onMoved(renew);
  const refuseLate = () => {
    throw new LogUnavailableError('The store takes too long to answer');
  };
  return {
    /** Runs reads; throws `LogUnavailableError` when Redis is away or too slow. */
    async read<T>(work: (connection: RedisConnection) => Promise<T>): Promise<T> {
      const used = current;
      try {
        return await withTimeout(options.timeoutMs, used.whenReady().then(work), refuseLate);
      } catch (error) {
        if (used === current && !used.isReady()) options.onChange();
        // Where it was found nobody answers: the next one is looked for, and this connection ends with its error.
        if (used === current && used.hasFailed()) renew();
        if (!(error instanceof LogUnavailableError))
          throw new LogUnavailableError('The store cannot be read', error);
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
      forgetMoves();
      current.end();
    },
  };
}

const reconnectAtMostMs = 250;

/**
 * A client that never connects: its duplicates share the class with all commands that node-redis generates for each client it
 * creates, which takes megabytes.
 */
const template = createClient({
  RESP: 3,
  disableOfflineQueue: true,
  commandOptions: { timeout: 0 },
  name: 'karigar-bff-lists',
});

function trackedConnection({
  primary,
  timeoutMs,
  onChange,
}: {
  primary: Primary;
  timeoutMs: number;
  onChange: () => void;
}) {
  const cache = new BasicClientSideCache({
    ttl: 0,
    maxEntries: 20_000,
    evictPolicy: 'LRU',
    recordStats: false,
  });
  cache.on('invalidate', onChange);
  // The first connection of a process that is busy starting may take its time.
  let patienceMs = timeoutMs;
  const connect = (url: string) => {
    const client = template.duplicate({
      url,
      clientSideCache: cache,
      socket: {
        connectTimeout: timeoutMs,
        reconnectStrategy: (tries) => Math.min(25 * 2 ** tries, reconnectAtMostMs),
      },
    });
    client.on('error', onChange);
    client.on('reconnecting', onChange);
    client.on('ready', onChange);
    client.once('ready', () => {
      patienceMs = 2 * reconnectAtMostMs;
    });
    client.connect().catch(() => undefined);
    return client;
  };
  let client: ReturnType<typeof connect> | null = null;
  let state: 'locating' | 'located' | 'failed' | 'ended' = 'locating';
  const opening = primary.locate().then(
    ({ url }) => {
      if (state === 'ended') return;
      client = connect(url);
      state = 'located';
    },
    (error: unknown) => {
      state = 'failed';
      throw error;
    },
  );
  // Every read waits for it, and hears of its failure.
  opening.catch(() => undefined);
  return {
    /** Waits briefly: a lost connection is usually back at once, and readers must not wait for one that is not. */
    async whenReady(): Promise<RedisConnection> {
      await opening;
      if (client === null) throw new LogUnavailableError('The store was closed');
      if (!client.isReady) await once(client, 'ready', { signal: AbortSignal.timeout(patienceMs) });
      return client as unknown as RedisConnection;
    },
    isReady: () => client?.isReady === true,
    hasFailed: () => state === 'failed',
    forget: (key: string) => cache.invalidate(key),
    end() {
      state = 'ended';
      cache.removeAllListeners();
      client?.removeAllListeners();
      client?.on('error', () => undefined);
      if (client?.isOpen) client.destroy();
    },
  };
}
