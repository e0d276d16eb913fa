import type { Redis } from 'ioredis';
import { redisKeys } from '../log/redis-keys.ts';
import { type LogHead, scanHead } from '../log/store-head.ts';

/** Where the log ends, and the time of Redis then (ms). */
export interface HeadNow extends Pick<LogHead, 'shop' | 'epoch' | 'seq' | 'hash' | 'ts'> {
  readonly time: number;
  /** The payment intents at that moment: order, intent, order, intent … */
  readonly intents: readonly string[];
}

/**
 * Reads where the log ends, and with `withIntents` the payment intents at the same moment: an order that is unpaid where the log ends must not lose
 * its intent because it is paid right afterwards. Throws `StoreClosedError` like every reader.
 */
export async function readHeadNow(redis: Redis, withIntents: boolean): Promise<HeadNow> {
  const { shop } = await scanHead(redis);
  const [[seq, hash, ts, epoch], [seconds, micros], intents] = (await redis.eval(
    headScript,
    2,
    redisKeys.meta,
    redisKeys.intents,
    withIntents ? '1' : '0',
  )) as [[string, string, string, string | null], [string, string], string[]];
  return {
    ...{ shop, hash, intents },
    seq: Number(seq),
    ts: Number(ts),
    epoch: Number(epoch ?? 0),
    time: Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000),
  };
}

/** KEYS meta intents   ARGV 1 to read the intents   Answers [ [ seq, hash, ts, epoch ], time, [ order, intent … ] ] */
const headScript = `#!lua flags=no-writes
local intents = {}
if ARGV[1] == '1' then intents = redis.call('HGETALL', KEYS[2]) end
return { redis.call('HMGET', KEYS[1], 'seq', 'hash', 'ts', 'epoch'), redis.call('TIME'), intents }
`;
