import { type RedisClient, redisKeys } from '@karigar/events';
import type { Identity } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';

/** Orders that an account may place in 24 hours; 0 = no limit. */
export interface DailyOrders {
  readonly verified: number;
  readonly unverified: number;
}

const dayMs = 24 * 3_600_000;

/** KEYS count   ARGV limit, ms   Counts one more. Answers 0, or the ms until there is room again */
const takeScript = `#!lua
if tonumber(redis.call('GET', KEYS[1]) or '0') >= tonumber(ARGV[1]) then return redis.call('PTTL', KEYS[1]) end
redis.call('INCR', KEYS[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2], 'NX')
return 0
`;

/** KEYS count   Counts one less, unless the count has expired. */
const giveBackScript = `#!lua
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('DECR', KEYS[1]) end
return 0
`;

/**
 * Counts an order of this account before it is placed, and answers what takes that back when no order came of it. Throws ProblemError 429
 * TOO_MANY_ORDERS.
 */
export async function countOrder(
  redis: RedisClient,
  { uid, emailVerified }: Identity,
  limits: DailyOrders,
): Promise<() => Promise<void>> {
  const most = emailVerified ? limits.verified : limits.unverified;
  if (most === 0) return async () => undefined;
  const keys = [redisKeys.lease(`orders-of-day:${uid}`)];
  const evaluate = (script: string, ...words: string[]) =>
    redis.run((connection) => connection.eval(script, { keys, arguments: words }));
  const waitMs = Number(await evaluate(takeScript, String(most), String(dayMs)));
  if (waitMs === 0) return async () => void (await evaluate(giveBackScript));
  const canProve = !emailVerified && limits.unverified !== limits.verified;
  throw new ProblemError(
    'TOO_MANY_ORDERS',
    `You have placed ${most} orders within a day, which is the most for one account. Try again in ${hoursOf(waitMs)}${
      canProve ? ', or verify your email address to order more' : ''
    }.`,
    { retryAfter: Math.ceil(waitMs / 1_000) },
  );
}

const hoursOf = (ms: number): string => (ms <= 3_600_000 ? 'an hour' : `${Math.ceil(ms / 3_600_000)} hours`);
