#!lua flags=no-writes
-- Reads the entries at some positions, as entries-after.lua does.
-- KEYS ev   ARGV the positions, with blanks between them
local found = {}
for seq in string.gmatch(ARGV[1], '%d+') do
  found[#found + 1] = redis.call('XRANGE', KEYS[1], seq .. '-0', seq .. '-0')[1]
end
return cjson.encode(found)
