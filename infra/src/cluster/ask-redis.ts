import { createClient } from 'redis';

const answerMs = 2_000;

/**
 * Says one command to the Redis or Sentinel at `address` (`host:port`) on a connection of its own, and gives its answer as a text; an
 * array becomes its parts with spaces between. Throws what it answers with an error, and when nobody answers within two seconds.
 */
export async function askRedis(address: string, ...words: string[]): Promise<string> {
  const client = createClient({
    url: `redis://${address}`,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: false, connectTimeout: answerMs, socketTimeout: answerMs },
  });
  // The call itself rejects; without a listener the error would end this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const answer = await client.sendCommand(words);
    return Array.isArray(answer) ? answer.join(' ') : String(answer);
  } finally {
    if (client.isOpen) client.destroy();
  }
}

/** Gives one field of what a Redis says of its replication, such as `role` or `master_link_status`; '' where it has none. */
export async function replicationField(address: string, name: string): Promise<string> {
  const info = await askRedis(address, 'INFO', 'replication');
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
}
