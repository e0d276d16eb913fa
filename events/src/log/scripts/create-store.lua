#!lua
-- Makes a store: an empty head, and a first generation whose number is the time (ms), so that no number comes twice even when the head
-- was lost in between. Does nothing where anything of a shop is left.
-- KEYS meta, then further keys of a shop   ARGV shop code genesis epoch replid
-- Answers the first key that exists, '' when the store was made
for i = 1, #KEYS do
  if redis.call('EXISTS', KEYS[i]) == 1 then return KEYS[i] end
end
local clock = redis.call('TIME')
local gen = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('HSET', KEYS[1], 'seq', '0', 'hash', ARGV[3], 'ts', '0', 'shop', ARGV[1], 'code', ARGV[2],
  'gen', string.format('%.0f', gen), 'nextGen', string.format('%.0f', gen + 1), 'epoch', ARGV[4], 'replid', ARGV[5])
return ''
