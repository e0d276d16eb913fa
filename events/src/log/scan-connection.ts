import { Redis } from 'ioredis';
import { LogUnavailableError } from './log-errors.ts';
import { openScan, type Scan } from './open-scan.ts';
import type { PastEvents } from './past-events.ts';
import { type LocatedPrimary, Primary } from './primary.ts';
import { withoutPassword } from './redis-address.ts';

/** How long a Redis may take until it answers at all. */
const connectMs = 10_000;
/** Far longer than any answer takes: beyond it Redis hangs. */
const answerTimeoutMs = 60_000;

/** A connection for work through the whole log, or through everything that a shop keeps. */
export type ScanConnection = Redis;

/**
 * Opens an ioredis connection to the primary at an address, or to the one that somebody else looks for, for work through the whole log. It has one user, so
 * that Redis answers in the order of the questions, and it never reconnects: interrupted work is started again and resumes from what Redis
 * holds. The signal aborts connecting. Throws `LogUnavailableError` when Redis does not answer.
 */
export async function openScanConnection(
  place: string | Primary,
  name: string,
  signal?: AbortSignal,
): Promise<ScanConnection> {
  const { url } = await (typeof place === 'string' ? locateOnce(place) : place.locate());
  const redis = new Redis(url, {
    connectionName: name,
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: connectMs,
    commandTimeout: answerTimeoutMs,
  });
  let reason: unknown;
  // Every command that a lost connection concerns rejects on its own.
  redis.on('error', (error) => {
    reason ??= error;
  });
  const giveUp = (): void => redis.disconnect();
  signal?.addEventListener('abort', giveUp, { once: true });
  const late = setTimeout(giveUp, connectMs);
  try {
    signal?.throwIfAborted();
    await redis.connect();
    // A wrong password shows in the first answer only, not in connecting.
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    signal?.throwIfAborted();
    throw new LogUnavailableError(`No Redis answers at ${withoutPassword(url)}`, reason ?? error);
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', giveUp);
  }
  addresses.set(redis, url);
  return redis;
}

const addresses = new WeakMap<Redis, string>();

/** Does work on a store of its own connection, at the same Redis as `redis`. */
export async function onScan<T>(
  redis: ScanConnection,
  past: PastEvents | undefined,
  work: (store: Scan) => Promise<T>,
): Promise<T> {
  const store = await openScan(addresses.get(redis) ?? '', redis.options.connectionName ?? 'scan', { past });
  return work(store).finally(() => store.close());
}

function locateOnce(address: string): Promise<LocatedPrimary> {
  const primary = new Primary(address, connectMs);
  return primary.locate().finally(() => primary.close());
}
