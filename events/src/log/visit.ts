import { createConnection, type RedisConnection } from './redis-connection.ts';

/** Does something on a connection of its own that ends with it. Throws when it takes longer than `timeoutMs`. */
export async function visit<T>(
  url: string,
  timeoutMs: number,
  work: (connection: RedisConnection) => Promise<T>,
): Promise<T> {
  const connection = createConnection(url, 'karigar-look', timeoutMs);
  // The call itself rejects; without a listener the error would end the process.
  connection.on('error', () => undefined);
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await Promise.race([connection.connect().then(() => work(connection)), promise]);
  } finally {
    clearTimeout(timer);
    if (connection.isOpen) connection.destroy();
  }
}
