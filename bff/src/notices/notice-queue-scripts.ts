import { unlessLate } from '../following/turn.ts';

/**
 * KEYS the cursor, meta, tasks, the rest of the queue   ARGV address, seq, hash
 * Where this address of the shop has no place in the log yet, it begins here. Answers [ the former address, how many tasks are forgotten with it ] where
 * there was one, else nil; nothing happens where there is no shop.
 */
export const settleScript = `#!lua
if redis.call('EXISTS', KEYS[2]) == 0 then return false end
local at = redis.call('HMGET', KEYS[1], 'seq', 'address')
if at[1] and at[2] == ARGV[1] then return false end
local forgotten = redis.call('HLEN', KEYS[3])
redis.call('DEL', unpack(KEYS, 3))
redis.call('HDEL', KEYS[1], 'queued')
redis.call('HSET', KEYS[1], 'address', ARGV[1], 'seq', ARGV[2], 'hash', ARGV[3], 'turn', '')
return at[2] and { at[2], forgotten }
`;

/**
 * KEYS the cursor, tasks, waiting, waiting-of, due of each channel   ARGV token, up to which event, and as JSON a list of tasks: which channel from 0
 * on, seq, id, due, JSON, and whom it takes out of both lists of those who wait, or two empty words. They may be too many for arguments of their own.
 * Answers OK | LATE
 */
export const addScript = `#!lua
${unlessLate}
local queued = tonumber(redis.call('HGET', KEYS[1], 'queued') or '0')
local waited = {}
local function waits(tool, of, seq)
  if tool == '' then return true end
  if waited[tool] == nil then
    waited[tool] = redis.call('ZREM', KEYS[3], tool) == 1 and seq
    redis.call('ZREM', KEYS[4], of)
  end
  return waited[tool] == seq
end
for _, task in ipairs(cjson.decode(ARGV[3])) do
  local channel, seq, id, due, json, tool, of = unpack(task)
  if seq > queued and waits(tool, of, seq) then
    redis.call('HSET', KEYS[2], id, json)
    redis.call('ZADD', KEYS[5 + channel], due, id)
  end
end
if tonumber(ARGV[2]) > queued then redis.call('HSET', KEYS[1], 'queued', ARGV[2]) end
return 'OK'
`;

/** KEYS the cursor, the queue   ARGV token   Answers OK | LATE */
export const clearScript = `#!lua
${unlessLate}
redis.call('DEL', unpack(KEYS, 2))
redis.call('HDEL', KEYS[1], 'queued')
return 'OK'
`;

/** KEYS due of a channel, tasks   ARGV now, until when they are taken, how many   Answers the JSON of each task */
export const claimScript = `#!lua
local ids = redis.call('ZRANGE', KEYS[1], '-inf', ARGV[1], 'BYSCORE', 'LIMIT', 0, ARGV[3])
local found = {}
for _, id in ipairs(ids) do
  local task = redis.call('HGET', KEYS[2], id)
  if task then
    redis.call('ZADD', KEYS[1], ARGV[2], id)
    found[#found + 1] = task
  else
    redis.call('ZREM', KEYS[1], id)
  end
end
return found
`;

/** KEYS[1] due of its channel   ARGV id, until when it is taken   Answers 1, or 0 where the task was ended by somebody else */
export const holdScript = `#!lua
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
return 1
`;

/** KEYS from, to, tasks   ARGV id, score, JSON   Moves a task from one list to another while it is in the first. Answers 1 or 0 */
export const moveScript = `#!lua
if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
redis.call('HSET', KEYS[3], ARGV[1], ARGV[3])
return 1
`;
