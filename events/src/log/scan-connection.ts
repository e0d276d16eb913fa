import { Redis } from 'ioredis';
import { LogUnavailableError } from './log-errors.ts';

/** How long a Redis may take until it answers at all. */
const connectMs = 10_000;
/** Far longer than any answer takes; who waits longer waits for a Redis that hangs. */
const patienceMs = 60_000;

/**
 * An ioredis connection for work through the whole log. It is its owner's alone, so that Redis does what it is asked in
 * that order, and never connects again by itself: work that was cut off is started again by its owner, looks where things
 * stand and goes on from there. The signal gives up connecting, which a Redis that hangs would never end. Throws
 * `LogUnavailableError` when Redis does not answer.
 */
export async function openScanConnection(url: string, name: string, signal?: AbortSignal): Promise<Redis> {
  const redis = new Redis(url, {
    connectionName: name,
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: connectMs,
    commandTimeout: patienceMs,
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
    // A wrong password is told with the first answer, and not by the connection.
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    signal?.throwIfAborted();
    throw new LogUnavailableError(`No Redis answers at ${url.replace(/\/\/[^@/]*@/, '//')}`, reason ?? error);
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', giveUp);
  }
  return redis;
}
