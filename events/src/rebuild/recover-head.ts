import type { Redis } from 'ioredis';
import { beginEpoch } from '../log/epoch.ts';
import { storedFields } from '../log/event-fields.ts';
import { anyGeneration, generationOf } from '../log/generation-keys.ts';
import { LogDamagedError, StoreClosedError } from '../log/log-errors.ts';
import type { PastEvents } from '../log/past-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { scanHead } from '../log/store-head.ts';
import { recoverBorder } from './recover-border.ts';

/** The id of a shop was given for a log that has one. */
class ForeignShopError extends Error {
  /** @param own the id that the log has */
  constructor(own: string) {
    super(`This log belongs to the shop ${own}, as it says itself: start again without --shop`);
    this.name = 'ForeignShopError';
  }
}

/**
 * Makes a head that is lost, or behind its log, anew from the last event, so that a rebuild can take it from there: the store
 * stays closed until then. The id of the shop cannot be found in the log, and is not invented. Throws `StoreClosedError` when
 * there is no log, or the id is lost and not given, and `LogDamagedError` when the last entry is no event.
 *
 * @param shop id of the shop, for a head that is lost
 * @param past gives the events that have left Redis, by which it is found where the log in Redis begins
 * @param knownEpoch the highest epoch that the archive of the shop knows: a head whose epoch is lost begins the next one
 */
export async function recoverHead(
  redis: Redis,
  shop: string | undefined,
  past: PastEvents | undefined,
  knownEpoch = 0,
): Promise<void> {
  const lost = await scanHead(redis).then(
    (head) => {
      if (shop !== undefined && shop !== head.shop) throw new ForeignShopError(head.shop);
      return isBehind(redis);
    },
    (error: unknown) => {
      if (error instanceof StoreClosedError && error.reason === 'headless') return true;
      throw error;
    },
  );
  if (!lost) return;
  const kept = await redis.hget(redisKeys.meta, 'shop');
  if (kept !== null && shop !== undefined && shop !== kept) throw new ForeignShopError(kept);
  const known = kept ?? shop;
  if (known !== undefined) await recoverBorder(redis, known, past);
  const { epoch, replid } = beginEpoch(knownEpoch + 1, await redis.info('replication'));
  const answer = await redis.eval(
    ...([recoverScript, 2, redisKeys.meta, redisKeys.events] as const),
    ...[shop ?? '', epoch, replid],
  );
  if (answer === 'NO_SHOP') throw new StoreClosedError('headless');
  if (answer === 'NO_LOG') throw new StoreClosedError('remains');
  if (answer !== 'OK') throw new LogDamagedError(Number.parseInt(String(answer), 10) || 0, 'it is no event');
  await markOldGenerations(redis);
}

/** Whether the head counts fewer events than the log has: both are written in one step, so somebody has changed it. */
async function isBehind(redis: Redis): Promise<boolean> {
  return (await redis.eval(behindScript, 2, redisKeys.meta, redisKeys.events)) === 1;
}

/** Hands what is left of generations whose number nobody knows any more to the next clean-up. */
async function markOldGenerations(redis: Redis): Promise<void> {
  const scan = redis.scanStream({ match: anyGeneration, count: 1_000 }) as AsyncIterable<string[]>;
  for await (const keys of scan) {
    for (const key of keys) {
      const gen = generationOf(key);
      if (gen !== undefined) await redis.hset(redisKeys.builds, gen, 'old');
    }
  }
}

/** KEYS meta ev   Answers 1 when the last entry comes after the head */
const behindScript = `#!lua flags=no-writes
local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1]
local seq = last and string.match(last[1], '^(%d+)-')
return seq and tonumber(seq) > (tonumber(redis.call('HGET', KEYS[1], 'seq')) or 0) and 1 or 0
`;

const place = (name: (typeof storedFields)[number]): number => 2 * storedFields.indexOf(name) + 1;

/**
 * KEYS meta ev   ARGV the id of the shop, '' when it is not given; epoch and replid, where the epoch is lost
 * Answers OK | NO_SHOP | NO_LOG | the id of a last entry that is no event
 */
const recoverScript = `#!lua
local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1]
if not last then return 'NO_LOG' end
local seq, fields = string.match(last[1], '^(%d+)-0$'), last[2]
if not seq or fields[${place('ts')}] ~= 'ts' or fields[${place('hash')}] ~= 'hash' then return last[1] end
local shop = redis.call('HGET', KEYS[1], 'shop') or ARGV[1]
if shop == '' then return 'NO_SHOP' end
redis.call('HSET', KEYS[1], 'seq', seq, 'ts', fields[${place('ts') + 1}], 'hash', fields[${place('hash') + 1}],
  'shop', shop, 'code', 'rebuild-needed')
if redis.call('HSETNX', KEYS[1], 'epoch', ARGV[2]) == 1 then redis.call('HSET', KEYS[1], 'replid', ARGV[3]) end
redis.call('HDEL', KEYS[1], 'gen', 'fence')
return 'OK'
`;
