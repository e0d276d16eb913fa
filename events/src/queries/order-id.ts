import { type GenerationReader, readOf } from '../log/generation-reader.ts';
import type { RedisClient } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';

/** Finds the order that was placed with the event at a position; null when that event placed none. */
export async function orderIdAt(client: RedisClient, seq: number): Promise<string | null> {
  const entries = await client.run((connection) =>
    connection.xRange(redisKeys.events, `${seq}-0`, `${seq}-0`),
  );
  const { type, subject } = entries?.[0]?.message ?? {};
  return type === 'order.created' && subject !== undefined ? subject : null;
}

/** Finds the order that a transaction has paid; null when it paid none. */
export function orderIdOfPayment(reader: GenerationReader, transactionId: string): Promise<string | null> {
  return reader.follow(async (keys) => {
    const found = await reader.read(keys, [readOf('HGET', keys.tx, transactionId)]);
    return found === 'moved' ? found : (found[0] as string | null);
  });
}
