#!lua
-- Closes a store unless an event was written since it was looked at. It removes generation and id: a server that has opened the store asks for them
-- again, and finds it closed.
--
-- KEYS meta   ARGV the seq that was seen ('' for none), genesis hash, code   Answers 1 marked, 0 an event was written
if (redis.call('HGET', KEYS[1], 'seq') or '') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'seq', '0', 'hash', ARGV[2], 'ts', '0', 'code', ARGV[3])
redis.call('HDEL', KEYS[1], 'gen', 'shop', 'fence', 'trimSeq', 'trimHash', 'copiedAt')
return 1
