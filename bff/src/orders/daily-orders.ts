import { type RedisClient, redisKeys } from '@karigar/events';
import type { Identity } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';

/** Orders that an account may place in 24 hours; 0 = no limit. */
export interface DailyOrders {
  verified: number;
  unverified: number;
}

const dayMs = 24 * 3_600_000;

/**
 * Counts an order of this account before it is placed, and answers what takes that back when no order came of it. Throws ProblemError 429
 * TOO_MANY_ORDERS.
 */
export async function countOrder(
  redis: RedisClient,
  { uid, emailVerified }: Identity,
  { verified, unverified }: DailyOrders,
): Promise<() => Promise<void>> {
  const most = emailVerified ? verified : unverified;
  if (most === 0) return async () => undefined;
  const key = redisKeys.lease(`orders-of-day:${uid}`);
  /** Counts up or down; answers the count and how long (ms) it still lasts. */
  const count = (by: 1 | -1) =>
    redis.run((connection) =>
      connection.multi().incrBy(key, by).pExpire(key, dayMs, 'NX').pTTL(key).execTyped(),
    );
  const takeBack = async () => void (await count(-1));
  const [placed, , waitMs] = await count(1);
  if (placed <= most) return takeBack;
  await takeBack();
  const wait = waitMs <= 3_600_000 ? 'an hour' : `${Math.ceil(waitMs / 3_600_000)} hours`;
  const prove =
    !emailVerified && unverified !== verified ? ', or verify your email address to order more' : '';
  throw new ProblemError(
    'TOO_MANY_ORDERS',
    `You have placed ${most} orders within a day, which is the most for one account. Try again in ${wait}${prove}.`,
    { retryAfter: Math.ceil(waitMs / 1_000) },
  );
}
