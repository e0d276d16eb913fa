#!lua
-- Begins a generation, or finds the one that this code is building already. A generation that other code was building is given up, which stops
-- any process that works on it. The number is the time of Redis (ms), or one more than the last where the clock was set back: a number never
-- comes twice, also when the head of the log was lost.
--
-- KEYS 1 meta  2 builds
-- ARGV 1 projection code  2 text of the first checkpoint
-- Answers { number, 'resumed' or 'begun' }
local call, format = redis.call, string.format
local gen, code = string.match(call('HGET', KEYS[2], 'building') or '', '^(%d+) (.+)$')
if code == ARGV[1] then return { gen, 'resumed' } end
local clock = call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local number = math.max(now, tonumber(call('HGET', KEYS[1], 'nextGen') or 0))
gen = format('%.0f', number)
call('HSET', KEYS[1], 'nextGen', format('%.0f', number + 1))
call('HSET', KEYS[2], 'building', gen .. ' ' .. ARGV[1])
local key = string.gsub(KEYS[1], '[^:]+$', 'g' .. gen .. ':checkpoint')
call('SET', key, ARGV[2])
return { gen, 'begun' }
