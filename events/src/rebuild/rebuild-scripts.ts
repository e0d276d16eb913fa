/**
 * Begins a generation, or finds the one that this code is building already. A generation that other code was building is given up, which
 * stops any process that works on it.
 *
 * KEYS meta, builds, checkpoint of the number proposed
 * ARGV code, the number proposed (that of the head), text of the first checkpoint
 * Answers the number, '' when another rebuild has taken the one proposed
 */
export const beginScript = `#!lua
local call = redis.call
local gen, code = string.match(call('HGET', KEYS[2], 'building') or '', '^(%d+) (.+)$')
if code == ARGV[1] then return gen end
if tonumber(ARGV[2]) < tonumber(call('HGET', KEYS[1], 'nextGen') or 0) then return '' end
if gen then call('HSET', KEYS[2], gen, 'old') end
call('HSET', KEYS[1], 'nextGen', string.format('%.0f', ARGV[2] + 1))
call('HSET', KEYS[2], 'building', ARGV[2] .. ' ' .. ARGV[1])
call('SET', KEYS[3], ARGV[3])
return ARGV[2]
`;

/**
 * Applies a batch to a generation that is being built and moves its checkpoint, if the checkpoint is the one that the batch begins at.
 * Nothing in it fails half way: only this script writes to these keys, Redis refuses it whole when the memory is full, and
 * the append script refuses numbers too large to be added.
 *
 * KEYS checkpoint, builds, names, then a key per command, then the four sets of each tool name whose orders came or went
 * ARGV checkpoint before, checkpoint after, 'number code' of the generation, number of commands, then per command its name, the
 *   number of its words, its words (in pairs, if there are many), then the tool names, which are known while their sets hold orders
 * Answers OK | MOVED
 */
export const applyScript = `#!lua
local call, KEYS, ARGV = redis.call, KEYS, ARGV
if call('GET', KEYS[1]) ~= ARGV[1] or call('HGET', KEYS[2], 'building') ~= ARGV[3] then return 'MOVED' end
local at, commands = 5, 3 + ARGV[4]
for k = 4, commands do
  local name, last = ARGV[at], at + 1 + ARGV[at + 1]
  -- Lua hands over some thousand words at once and no more.
  for first = at + 2, last, 1000 do
    call(name, KEYS[k], unpack(ARGV, first, math.min(first + 999, last)))
  end
  at = last + 1
end
for k = commands + 1, #KEYS, 4 do
  local orders = call('ZCARD', KEYS[k]) + call('ZCARD', KEYS[k + 1]) + call('ZCARD', KEYS[k + 2]) + call('ZCARD', KEYS[k + 3])
  if orders == 0 then call('HDEL', KEYS[3], ARGV[at]) else call('HSET', KEYS[3], ARGV[at], '') end
  at = at + 1
end
call('SET', KEYS[1], ARGV[2])
return 'OK'
`;

/**
 * Takes a generation into use if it has seen every event. Its checkpoint goes in the same step, so no batch can be applied to it any more.
 *
 * KEYS meta, builds, checkpoint   ARGV number, code
 * Answers OK | BEHIND seq of the last event | GONE
 */
export const swapScript = `#!lua
local call = redis.call
local checkpoint = call('GET', KEYS[3])
if not checkpoint or call('HGET', KEYS[2], 'building') ~= ARGV[1] .. ' ' .. ARGV[2] then return 'GONE' end
local seq, old = unpack(call('HMGET', KEYS[1], 'seq', 'gen'))
if string.match(checkpoint, '^(%d+) ') ~= seq then return 'BEHIND ' .. seq end
if old then call('HSET', KEYS[2], old, 'old') end
call('HSET', KEYS[1], 'gen', ARGV[1], 'code', ARGV[2])
call('HDEL', KEYS[1], 'fence')
call('HDEL', KEYS[2], 'building')
call('DEL', KEYS[3])
return 'OK'
`;

/**
 * Holds writers back for at most 250 ms. It ends by itself: a rebuild that dies cannot leave the shop closed.
 *
 * KEYS meta   ARGV milliseconds
 */
export const fenceScript = `#!lua
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)
redis.call('HSET', KEYS[1], 'fence', string.format('%.0f', now + tonumber(ARGV[1])))
return 'OK'
`;
