#!lua
-- Moves the cursor of a follower, unless another server has moved it or another Redis has become the primary since it was read.
-- KEYS the cursor, meta
-- ARGV the hash of the event at which it was seen ('' for the beginning of the log, 'none' for no cursor), the epoch, then fields and values
-- Answers 1, or 0 where nothing was moved
if redis.call('HGET', KEYS[2], 'epoch') ~= ARGV[2] then return 0 end
if (redis.call('HGET', KEYS[1], 'hash') or 'none') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 3))
return 1
