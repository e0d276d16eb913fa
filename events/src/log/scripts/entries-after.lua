#!lua flags=no-writes
-- Reads entries of the log. They come as one JSON text: parsing thousands of small strings out of Redis's protocol costs more than all
-- that is done with them. No entries are `{}`, because Lua has one type for lists and objects.
-- KEYS ev   ARGV id, how many after it at most
return cjson.encode(redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+', 'COUNT', ARGV[2]))
