import { createConnection, type RedisConnection } from './redis-connection.ts';

/** Long enough for the event loop to read what has arrived, short enough not to matter (ms). */
export const lastReadMs = 30;

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
  // If this process itself was busy, the answer has arrived and only waits to be read: reads it first.
  let timer = setTimeout(() => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), lastReadMs);
  }, timeoutMs);
  try {
    return await Promise.race([connection.connect().then(() => work(connection)), promise]);
  } finally {
    clearTimeout(timer);
    if (connection.isOpen) connection.destroy();
  }
}
