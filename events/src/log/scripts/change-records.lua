#!lua
-- Changes plain records if each still holds what the writer saw, together with the entry that says who did it. Changes nothing where there
-- is no shop: what is left behind in an emptied Redis would keep a backup from being restored there.
-- KEYS meta, the stream of the entry, then the records
-- ARGV per record: '1' when something was seen and '0' when not, what was seen, '1' to store and '0' only to compare, new text;
--   then the fields and values of the entry, nothing for none
-- Answers 1 done, 0 another writer was first, -1 no shop
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
local at = 1
for i = 3, #KEYS do
  local now = redis.call('GET', KEYS[i])
  if ARGV[at] == '0' and now or ARGV[at] == '1' and now ~= ARGV[at + 1] then return 0 end
  at = at + 4
end
if ARGV[at] then redis.call('XADD', KEYS[2], '*', unpack(ARGV, at)) end
for i = 3, #KEYS do
  local own = (i - 3) * 4
  if ARGV[own + 3] == '1' then redis.call('SET', KEYS[i], ARGV[own + 4]) end
end
return 1
