import { LogUnavailableError, type RedisClient, redisKeys } from '@karigar/events';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { ProblemError } from '../problem/problem-error.ts';
import { withTimeout } from '../with-timeout.ts';
import type { LimitClass } from './call.ts';
import type { MemoryLimit } from './memory-limit.ts';

/** Counts one call of a person (or of an address, for visitors); throws ProblemError 429 with `Retry-After`. */
export type RateLimits = (limit: LimitClass, who: { uid: string | null; address: string }) => Promise<void>;

type CountedInRedis = Exclude<LimitClass, 'none' | 'catalogue'>;

/** Calls of the catalogue that one address may make in a minute at each process. */
export const cataloguePerMinute = 12_000;

/** Calls a minute. An address gets more than a person, because thousands of phones may share one. */
const perMinute: Record<CountedInRedis, { person: number; address: number }> = {
  read: { person: 600, address: 6_000 },
  write: { person: 120, address: 1_200 },
  token: { person: 30, address: 600 },
  payment: { person: 30, address: 600 },
  image: { person: 60, address: 120 },
};

const timeoutMs = 200;
const windowSeconds = 60;

const tooMany = (retryAfter: number) =>
  new ProblemError('RATE_LIMITED', 'That was a lot at once. Wait a moment and try again.', {
    retryAfter,
  });

/**
 * Makes limits that all processes share through Redis; the catalogue, which is served from memory, is counted in memory.
 * When Redis is slow or away a process goes on with counters of its own, so that no call waits here.
 */
export function redisRateLimits(redis: RedisClient, catalogueLimit: MemoryLimit): RateLimits {
  // Gives up long before the log's own timeout: counting must not cost the answer.
  const storeClient = {
    eval: (script: string, options: { keys: string[]; arguments: string[] }) =>
      withTimeout<unknown>(
        timeoutMs,
        redis.run((connection) => connection.eval(script, options)),
        () => {
          throw new LogUnavailableError('Counting calls takes too long');
        },
      ),
  };
  const limiterOf = (name: string, points: number) => {
    const common = { points, duration: windowSeconds, keyPrefix: redisKeys.lease(`limit:${name}`) };
    return new RateLimiterRedis({
      ...common,
      storeClient,
      useRedisPackage: true,
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: new RateLimiterMemory(common),
    });
  };
  const limiters = new Map<string, { person: RateLimiterRedis; address: RateLimiterRedis }>();
  for (const [limit, { person, address }] of Object.entries(perMinute))
    limiters.set(limit, {
      person: limiterOf(`${limit}-person`, person),
      address: limiterOf(`${limit}-address`, address),
    });
  return async (limit, { uid, address }) => {
    if (limit === 'catalogue' && !catalogueLimit(address)) throw tooMany(windowSeconds);
    const limiter = limiters.get(limit)?.[uid === null ? 'address' : 'person'];
    try {
      await limiter?.consume(uid ?? address);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw tooMany(refused.msBeforeNext / 1000);
    }
  };
}
