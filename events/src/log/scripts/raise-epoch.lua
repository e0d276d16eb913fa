#!lua flags=allow-oom
-- Begins the next epoch unless another client has begun it: the Redis of the log is another one than the head names. Also possible when
-- the memory is full, because reading must be.
-- KEYS meta   ARGV replication id that the caller saw in the head ('' for none), that of this Redis
-- Answers 1 raised, 0 another client was first
if (redis.call('HGET', KEYS[1], 'replid') or '') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'replid', ARGV[2])
redis.call('HINCRBY', KEYS[1], 'epoch', 1)
return 1
