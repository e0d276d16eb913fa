#!lua
-- Applies a batch to a generation that is being built and moves its checkpoint, if the checkpoint is the one that the batch begins at. Nothing
-- in it fails half way: only this script writes to these keys, Redis refuses it whole when the memory is full, and the append script refuses
-- numbers too large to be added.
--
-- KEYS 1 checkpoint  2 builds  3 names, then a key per command, then the four sets of each tool name whose orders came or went
-- ARGV 1 checkpoint before  2 checkpoint after  3 'number code' of the generation  4 number of commands, then per command its name, the number
--   of its words, its words (in pairs, if there are many), then the tool names, which are known while their sets hold orders
-- Answers OK | MOVED
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
  local orders = 0
  for set = k, k + 3 do orders = orders + call('ZCARD', KEYS[set]) end
  if orders == 0 then call('HDEL', KEYS[3], ARGV[at]) else call('HSET', KEYS[3], ARGV[at], '') end
  at = at + 1
end
call('SET', KEYS[1], ARGV[2])
return 'OK'
