import { GenerationMovedError, type Store } from './generation-reader.ts';
import { redisKeys } from './redis-keys.ts';

/** A payment intent to register for an order, in the place of the one that the caller saw (`seen`, absent for none). */
export interface IntentToRegister {
  orderId: string;
  intentId: string;
  seen?: string | undefined;
}

/** Registers an order's payment intent while the order is live and unpaid. */
export function registerIntent(
  { client, reader }: Store,
  { orderId, intentId, seen = '' }: IntentToRegister,
): Promise<'registered' | 'not-live' | 'other'> {
  return reader.follow(async (keys) => {
    const answer = await client.run((connection) =>
      connection.registerIntent(
        [redisKeys.meta, keys.set('unpaid'), redisKeys.intents],
        [String(keys.gen), orderId, intentId, seen],
      ),
    );
    if (answer === 'GEN') throw new GenerationMovedError();
    if (answer === 'registered' || answer === 'not-live' || answer === 'other') return answer;
    throw new Error(`The intent script answered: ${answer}`);
  });
}
