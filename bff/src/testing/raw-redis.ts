import { createClient } from 'redis';

/** Connects to the Redis of a test past the client of the shop. `destroy` ends it. */
export async function rawRedis(url: string) {
  const redis = createClient({ url });
  // Every command that a lost connection concerns rejects on its own.
  redis.on('error', () => undefined);
  return redis.connect();
}
