#!lua flags=no-writes
-- Outlines sorted sets of one generation: how many members each has in a period, and the first score of those that a page may show, from
-- one end or the other. A command per set would be five times as much to send and to read.
-- KEYS meta, then the sets
-- ARGV gen, lowest and highest score of the period, lowest and highest score of the page, 'newest' or 'oldest' as the first
-- Answers [ 'GEN' ] or [ 'OK', then per set: how many, first score or '0' ]
local call = redis.call
if call('HGET', KEYS[1], 'gen') ~= ARGV[1] then return { 'GEN' } end
local from, to, order = ARGV[5], ARGV[4], 'ZREVRANGEBYSCORE'
if ARGV[6] == 'oldest' then from, to, order = to, from, 'ZRANGEBYSCORE' end
local answers = { 'OK' }
for i = 2, #KEYS do
  local size = call('ZCOUNT', KEYS[i], ARGV[2], ARGV[3])
  answers[#answers + 1] = size
  answers[#answers + 1] = size > 0 and call(order, KEYS[i], from, to, 'WITHSCORES', 'LIMIT', 0, 1)[2] or '0'
end
return answers
