import { GenerationMovedError, type Store } from './generation-reader.ts';
import type { RedisClient } from './redis-connection.ts';
import { redisKeys } from './redis-keys.ts';

/** The payment intent registered for an order; `attempt` rises when a used-up intent is replaced. */
export interface RegisteredIntent {
  readonly intentId: string;
  readonly attempt: number;
}

/** An intent to register for an order; `seen` is the registered one that the caller saw, absent for none. */
export type IntentToRegister = RegisteredIntent & {
  readonly orderId: string;
  readonly seen?: string | undefined;
};

/** Registers an order's payment intent while the order is live and unpaid, in the place of the one that the caller saw (`seen`). */
export function registerIntent(
  { client, reader }: Store,
  intent: IntentToRegister,
): Promise<'registered' | 'not-live' | 'other'> {
  return reader.follow(async (keys) => {
    const answer = await client.run((connection) =>
      connection.registerIntent(
        [redisKeys.meta, keys.set('unpaid'), redisKeys.intents],
        [String(keys.gen), intent.orderId, intent.intentId, String(intent.attempt), intent.seen ?? ''],
      ),
    );
    if (answer === 'GEN') throw new GenerationMovedError();
    if (answer === 'registered' || answer === 'not-live' || answer === 'other') return answer;
    throw new Error(`The intent script answered: ${answer}`);
  });
}

/** The registered intents of these orders, null where there is none. */
export async function readIntents(
  client: RedisClient,
  orderIds: readonly string[],
): Promise<(RegisteredIntent | null)[]> {
  if (orderIds.length === 0) return [];
  const stored = await client.run((connection) => connection.hmGet(redisKeys.intents, [...orderIds]));
  return stored.map((text) => {
    const match = /^(\d+) (.+)$/.exec(text ?? '');
    return match === null ? null : { attempt: Number(match[1]), intentId: match[2] as string };
  });
}
