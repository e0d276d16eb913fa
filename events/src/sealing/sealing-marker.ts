import type { Redis } from 'ioredis';
import { sealingCode, swappedCode } from '../log/closed-codes.ts';
import type { LogPosition } from '../log/log-scan.ts';
import { redisKeys } from '../log/redis-keys.ts';

/** A log from before an earlier sealing is still there: it would be lost, and nobody has said so. */
class UnsealedLogLeftError extends Error {
  constructor() {
    super(
      'The log from before an earlier sealing is still kept: npm run orders -- seal --destroy-old, then start again',
    );
    this.name = 'UnsealedLogLeftError';
  }
}

/**
 * Closes the store to everybody, in a way that remembers how it was open. May be repeated. Throws `UnsealedLogLeftError`, with the
 * store as it was.
 */
export async function closeForSealing(redis: Redis): Promise<void> {
  const answer = await redis.eval(closeScript, 2, redisKeys.meta, redisKeys.unsealed);
  if (answer !== 'OK') throw new UnsealedLogLeftError();
}

/** Opens the store again as it was before `closeForSealing`, and forgets what was written of a sealed log. */
export async function reopen(redis: Redis): Promise<void> {
  await redis.eval(reopenScript, 2, redisKeys.meta, redisKeys.sealing);
}

/** Where the log ended when the store was closed. */
export async function formerHead(redis: Redis): Promise<LogPosition> {
  const [seq, hash, ts] = await redis.hmget(redisKeys.meta, 'seq', 'hash', 'ts');
  return { seq: Number(seq), hash: hash ?? '', ts: Number(ts) };
}

/**
 * Takes the sealed log into use, and keeps the old one under another name. Answers false, with nothing done, when the store is not as the
 * caller saw it. The store stays closed until its read models are built.
 */
export async function swapSealedLog(redis: Redis, head: LogPosition, end: LogPosition): Promise<boolean> {
  const { meta, events, sealing, unsealed } = redisKeys;
  const words = [head.seq, head.hash, end.seq, end.hash];
  return (await redis.eval(swapScript, 4, meta, events, sealing, unsealed, ...words)) === 'OK';
}

/** Removes all read models, which hold persons in the clear; a store of many orders has as many keys. */
export async function removeGenerations(redis: Redis): Promise<void> {
  const scan = redis.scanStream({ match: '{o}:g*', count: 1_000 }) as AsyncIterable<string[]>;
  for await (const keys of scan) if (keys.length > 0) await redis.unlink(...keys);
  await redis.unlink(redisKeys.builds);
}

/** KEYS meta, the log before an earlier sealing   Answers OK | LEFT */
const closeScript = `#!lua
local now = redis.call('HMGET', KEYS[1], 'code', 'gen')
if now[1] == '${sealingCode}' then return 'OK' end
if redis.call('EXISTS', KEYS[2]) == 1 then return 'LEFT' end
redis.call('HSET', KEYS[1], 'code', '${sealingCode}', 'formerCode', now[1], 'formerGen', now[2])
redis.call('HDEL', KEYS[1], 'gen', 'fence')
return 'OK'
`;

/** KEYS meta, the sealed log */
const reopenScript = `#!lua
local before = redis.call('HMGET', KEYS[1], 'code', 'formerCode', 'formerGen')
if before[1] ~= '${sealingCode}' then return 'NOT_CLOSED' end
redis.call('HSET', KEYS[1], 'code', before[2], 'gen', before[3])
redis.call('HDEL', KEYS[1], 'formerCode', 'formerGen')
redis.call('UNLINK', KEYS[2])
return 'OK'
`;

/**
 * KEYS meta, the log, the sealed log, where the old log goes
 * ARGV seq and hash of the old head, then of the new one
 * Answers OK | MOVED
 */
const swapScript = `#!lua
local call = redis.call
local now = call('HMGET', KEYS[1], 'code', 'seq', 'hash')
if now[1] ~= '${sealingCode}' or now[2] ~= ARGV[1] or now[3] ~= ARGV[2] then return 'MOVED' end
local last = call('XREVRANGE', KEYS[3], '+', '-', 'COUNT', 1)[1]
if not last or last[1] ~= ARGV[3] .. '-0' or last[2][#last[2]] ~= ARGV[4] then return 'MOVED' end
if call('EXISTS', KEYS[4]) == 1 then return 'MOVED' end
call('RENAME', KEYS[2], KEYS[4])
call('RENAME', KEYS[3], KEYS[2])
call('HSET', KEYS[1], 'code', '${swappedCode}', 'seq', ARGV[3], 'hash', ARGV[4])
call('HDEL', KEYS[1], 'formerCode', 'formerGen')
return 'OK'
`;
