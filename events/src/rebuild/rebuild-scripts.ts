/**
 * Begins a generation, or finds the one that this code is building already. A generation that other code was building is
 * given up: it loses its checkpoint, which stops any process that still works on it.
 *
 * KEYS meta builds, the checkpoint of the number proposed, then those of the generations that other code builds
 * ARGV code now(ms) genesis, the number proposed, then the generations of those checkpoints
 * Answers [ gen, '1' when it is resumed ], or nothing when what the caller saw has changed
 */
export const beginScript = `#!lua
local call, checkpoints = redis.call, {}
for i = 5, #ARGV do checkpoints[ARGV[i]] = KEYS[i - 1] end
local builds, mine, others = call('HGETALL', KEYS[2]), nil, {}
for i = 1, #builds, 2 do
  local state, code = string.match(builds[i + 1], '^(%a+) (%S+)')
  if state == 'building' then
    if code == ARGV[1] then mine = builds[i]
    elseif not checkpoints[builds[i]] then return {}
    else others[builds[i]] = code end
  end
end
if not mine and tonumber(ARGV[4]) < tonumber(call('HGET', KEYS[1], 'nextGen') or 0) then return {} end
for gen, code in pairs(others) do
  call('HSET', KEYS[2], gen, 'old ' .. code .. ' ' .. ARGV[2])
  call('DEL', checkpoints[gen])
end
if mine then return { mine, '1' } end
call('HSET', KEYS[1], 'nextGen', string.format('%.0f', ARGV[4] + 1))
call('HSET', KEYS[2], ARGV[4], 'building ' .. ARGV[1] .. ' ' .. ARGV[2])
call('SET', KEYS[3], '0 ' .. ARGV[3] .. ' 0')
return { ARGV[4], '0' }
`;

/**
 * Applies a batch to a generation that is being built and moves its checkpoint, all at one moment, but only if the
 * checkpoint stands where the batch begins: no event is applied twice, whichever process also works on the generation.
 * Nothing in it fails half way: only this script writes to these keys, Redis refuses it whole when the memory is full, and
 * the append script refuses numbers too large to be added.
 *
 * KEYS checkpoint, names, then a key per command, then the four sets of each tool name whose orders came or went
 * ARGV checkpoint before, checkpoint after, number of commands, then per command its name, the number of its words, its
 *   words (in pairs, if there are many), then the tool names, which are known while their sets hold orders
 * Answers OK | MOVED | GONE
 */
export const applyScript = `#!lua
local call, KEYS, ARGV = redis.call, KEYS, ARGV
local checkpoint = call('GET', KEYS[1])
if checkpoint ~= ARGV[1] then return checkpoint and 'MOVED' or 'GONE' end
local at, commands = 4, 2 + ARGV[3]
for k = 3, commands do
  local name, last = ARGV[at], at + 1 + ARGV[at + 1]
  -- Lua hands over some thousand words at once and no more.
  for first = at + 2, last, 1000 do
    call(name, KEYS[k], unpack(ARGV, first, math.min(first + 999, last)))
  end
  at = last + 1
end
for k = commands + 1, #KEYS, 4 do
  local orders = call('ZCARD', KEYS[k]) + call('ZCARD', KEYS[k + 1]) + call('ZCARD', KEYS[k + 2]) + call('ZCARD', KEYS[k + 3])
  if orders == 0 then call('HDEL', KEYS[2], ARGV[at]) else call('HSET', KEYS[2], ARGV[at], '') end
  at = at + 1
end
call('SET', KEYS[1], ARGV[2])
return 'OK'
`;

/**
 * Takes a generation into use, only if it has seen every event. Removing the checkpoint in the same step makes it
 * impossible to apply one more batch to read models that are live.
 *
 * KEYS meta builds checkpoint   ARGV gen code now(ms)
 * Answers OK | BEHIND head | GONE
 */
export const swapScript = `#!lua
local checkpoint = redis.call('GET', KEYS[3])
if not checkpoint or redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then return 'GONE' end
local seq = redis.call('HGET', KEYS[1], 'seq')
if string.match(checkpoint, '^(%d+) ') ~= seq then return 'BEHIND ' .. seq end
local old = redis.call('HMGET', KEYS[1], 'gen', 'code')
if old[1] then redis.call('HSET', KEYS[2], old[1], 'old ' .. (old[2] or '-') .. ' ' .. ARGV[3]) end
redis.call('HSET', KEYS[1], 'gen', ARGV[1], 'code', ARGV[2])
redis.call('HDEL', KEYS[1], 'fence')
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('DEL', KEYS[3])
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
