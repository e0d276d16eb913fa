import type { RedisClient } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { type LogHead, readHead } from '../log/store-head.ts';

/** Where the log ends, and the time of Redis then (ms). */
export interface HeadNow extends Pick<LogHead, 'shop' | 'epoch' | 'seq' | 'hash' | 'ts'> {
  readonly time: number;
  /** The payment intents at that moment: order, intent, order, intent … */
  readonly intents: readonly string[];
}

/**
 * Reads where the log ends, and with `withIntents` the payment intents at the same moment: an order that is unpaid where the log ends must not lose
 * its intent because it is paid right afterwards. Throws `StoreClosedError` and `LogUnavailableError`.
 */
export async function readHeadNow(client: RedisClient, withIntents: boolean): Promise<HeadNow> {
  const { shop } = await readHead(client);
  const [[seq, hash, ts, epoch], [seconds, micros], intents] = (await client.run((connection) =>
    connection.eval(headScript, {
      keys: [redisKeys.meta, redisKeys.intents],
      arguments: [withIntents ? '1' : '0'],
    }),
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
