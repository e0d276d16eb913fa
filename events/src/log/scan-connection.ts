import { Redis } from 'ioredis';
import { LogUnavailableError } from './log-errors.ts';

/**
 * An ioredis connection for work through the whole log. It is its owner's alone, so that Redis does what it is asked in
 * that order, and never connects again by itself: work that was cut off is started again by its owner, looks where things
 * stand and goes on from there. Throws `LogUnavailableError` when Redis does not answer.
 */
export async function openScanConnection(url: string, name: string): Promise<Redis> {
  const redis = new Redis(url, {
    connectionName: name,
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: 10_000,
  });
  // Every command that a lost connection concerns rejects on its own.
  redis.on('error', () => undefined);
  try {
    await redis.connect();
  } catch (error) {
    redis.disconnect();
    throw new LogUnavailableError(`No Redis answers at ${url.replace(/\/\/[^@/]*@/, '//')}`, error);
  }
  return redis;
}
