import { LogUnavailableError, type RecordClient, recordKeys } from '@karigar/events';
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

/** Calls a minute. Per person first; per address generous, because thousands of phones may share one. */
const perMinute: Record<CountedInRedis, { person: number; address: number }> = {
  read: { person: 600, address: 6_000 },
  write: { person: 120, address: 1_200 },
  token: { person: 30, address: 600 },
  payment: { person: 30, address: 600 },
  image: { person: 60, address: 120 },
};

const patienceMs = 200;
const windowSeconds = 60;

const tooMany = (retryAfter: number) =>
  new ProblemError('RATE_LIMITED', 'That was a lot at once. Wait a moment and try again.', {
    retryAfter,
  });

/**
 * Limits that all processes share through Redis; the catalogue, which is served from memory, is counted in memory.
 * When Redis is slow or away a process goes on with counters of its own, so that no call waits here.
 */
export function redisRateLimits(redis: RecordClient, catalogueLimit: MemoryLimit): RateLimits {
  const limiters = new Map<string, RateLimiterRedis>();
  const store = { eval: (script: string, options: EvalOptions) => evalOrFail(redis, script, options) };
  const limiterFor = (limit: CountedInRedis, kind: 'person' | 'address') => {
    const name = `${limit}-${kind}`;
    const known = limiters.get(name);
    if (known) return known;
    const common = {
      points: perMinute[limit][kind],
      duration: windowSeconds,
      keyPrefix: recordKeys.lease(`limit:${name}`),
    };
    const made = new RateLimiterRedis({
      ...common,
      storeClient: store,
      useRedisPackage: true,
      inMemoryBlockOnConsumed: common.points + 1,
      insuranceLimiter: new RateLimiterMemory(common),
    });
    limiters.set(name, made);
    return made;
  };
  return async (limit, who) => {
    if (limit === 'none') return;
    if (limit === 'catalogue') {
      if (catalogueLimit(who.address)) return;
      throw tooMany(windowSeconds);
    }
    const limiter = limiterFor(limit, who.uid === null ? 'address' : 'person');
    try {
      await limiter.consume(who.uid ?? who.address);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw tooMany(refused.msBeforeNext / 1000);
    }
  };
}

interface EvalOptions {
  keys: string[];
  arguments: string[];
}

/** Runs the limiter's script, but gives up long before the log's own deadline: counting must not cost the answer. */
function evalOrFail(redis: RecordClient, script: string, options: EvalOptions): Promise<unknown> {
  const counted: Promise<unknown> = redis.run((connection) => connection.eval(script, options));
  return withTimeout(patienceMs, counted, () => {
    throw new LogUnavailableError('Counting calls takes too long');
  });
}
