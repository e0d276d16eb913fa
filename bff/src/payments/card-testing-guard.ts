import { type RedisClient, redisKeys } from '@karigar/events';
import { ProblemError } from '../problem/problem-error.ts';

/** Keeps people from trying out stolen card numbers here. */
export interface CardTestingGuard {
  /** Counts a declined attempt of a person; the same `eventId` counts once. Answers whether they must stop now. */
  declined(uid: string, eventId: string): Promise<boolean>;
  /** Throws ProblemError 429 with `Retry-After` while a person must not begin a payment. */
  check(uid: string): Promise<void>;
}

/** Far more declines in an hour than a person with a wallet of cards and bad eyes has. */
const declinesAllowed = 20;
const windowSeconds = 3_600;

/** A guard that all processes share. It counts what the provider tells of, never what a browser says. */
export function cardTestingGuard(redis: RedisClient): CardTestingGuard {
  const keyOf = (uid: string) => redisKeys.lease(`declines:${uid}`);
  return {
    async declined(uid, eventId) {
      const count = await redis.run(async (connection) => {
        await connection.sAdd(keyOf(uid), eventId);
        await connection.expire(keyOf(uid), windowSeconds, 'NX');
        return connection.sCard(keyOf(uid));
      });
      return count >= declinesAllowed;
    },
    async check(uid) {
      const [count, seconds] = await redis.run((connection) =>
        Promise.all([connection.sCard(keyOf(uid)), connection.ttl(keyOf(uid))]),
      );
      if (count < declinesAllowed) return;
      throw new ProblemError(
        'RATE_LIMITED',
        'Too many cards were declined. Payments are closed for your account for up to an hour.',
        { retryAfter: Math.max(seconds, 1) },
      );
    },
  };
}

/** No guard, for load tests. */
export const noCardTestingGuard: CardTestingGuard = {
  declined: async () => false,
  check: async () => undefined,
};
