import { GenerationMovedError, type Store } from './generation-reader.ts';
import { redisKeys } from './redis-keys.ts';

/** A payment intent to register for an order, in the place of the one that the caller saw (`seen`, absent for none). */
export interface IntentToRegister {
  orderId: string;
  intentId: string;
  seen?: string | undefined;
}

/** Registers an order's payment intent while the order is live, unpaid, and does not wait for a payment by hand to be found. */
export function registerIntent(
  { client, reader }: Store,
  { orderId, intentId, seen = '' }: IntentToRegister,
): Promise<'registered' | 'not-live' | 'claimed' | 'other'> {
  return reader.follow(async (keys) => {
    const answer = await client.run((connection) =>
      connection.registerIntent(
        [redisKeys.meta, keys.set('unpaid'), redisKeys.intents, keys.attention],
        [String(keys.gen), orderId, intentId, seen],
      ),
    );
    if (answer === 'GEN') throw new GenerationMovedError();
    const known = (['registered', 'not-live', 'claimed', 'other'] as const).find((one) => one === answer);
    if (known === undefined) throw new Error(`The intent script answered: ${answer}`);
    return known;
  });
}
