#!lua
-- Takes a generation into use if it has seen every event. Its checkpoint goes in the same step, so no batch can be applied to it any more.
--
-- KEYS 1 meta  2 builds  3 checkpoint
-- ARGV 1 number  2 projection code
-- Answers OK | BEHIND seq of the last event | GONE
local call = redis.call
local checkpoint = call('GET', KEYS[3])
if not checkpoint or call('HGET', KEYS[2], 'building') ~= ARGV[1] .. ' ' .. ARGV[2] then return 'GONE' end
local seq = call('HGET', KEYS[1], 'seq')
if string.match(checkpoint, '^(%d+) ') ~= seq then return 'BEHIND ' .. seq end
call('HSET', KEYS[1], 'gen', ARGV[1], 'code', ARGV[2])
call('HDEL', KEYS[1], 'fence')
call('HDEL', KEYS[2], 'building')
call('DEL', KEYS[3])
return 'OK'
