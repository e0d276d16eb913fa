import { Redis } from 'ioredis';
import { openScan, type Scan } from '../log/open-scan.ts';
import type { PastEvents } from '../log/past-events.ts';
import { type LogHead, readHead } from '../log/store-head.ts';

/** Connects to the Redis of a test past the client of the log. */
export async function rawRedis(url: string): Promise<Redis> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  // Every command that a lost connection concerns rejects on its own.
  redis.on('error', () => undefined);
  await redis.connect();
  return redis;
}

/** Does work on a store at the same Redis as a raw connection. */
export async function onScan<T>(
  redis: Redis,
  past: PastEvents | undefined,
  work: (store: Scan) => Promise<T>,
): Promise<T> {
  const { host, port } = redis.options;
  const store = await openScan(`redis://${host}:${port}`, 'test', { past });
  return work(store).finally(() => store.close());
}

/** The head of the log behind a raw connection. */
export const headIn = (redis: Redis): Promise<LogHead> =>
  onScan(redis, undefined, ({ client }) => readHead(client));
