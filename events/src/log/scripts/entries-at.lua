#!lua flags=no-writes
-- Reads the entries at some positions, as entries-after.lua does.
-- KEYS ev   ARGV the positions
local found = {}
for _, seq in ipairs(ARGV) do
  found[#found + 1] = redis.call('XRANGE', KEYS[1], seq .. '-0', seq .. '-0')[1]
end
return cjson.encode(found)
