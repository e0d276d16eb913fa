#!lua flags=allow-oom
-- Removes the oldest events of the log and writes where it begins, or does nothing. It compares the last event that leaves with the one in the
-- archive, and checks that the next one stays.
--
-- A user that may not trim is refused before anything is written, by a trim that removes nothing: Redis does not undo a failed script.
-- allow-oom, because a full memory is a reason to trim.
--
-- KEYS ev meta   ARGV shop, the border until now, the last event that leaves: seq, hash; the hash of the first that stays; the code of a shop
-- that is being restored
-- Answers OK | MOVED | LAST | NEXT
local call = redis.call
local shop, code, border = unpack(call('HMGET', KEYS[2], 'shop', 'code', 'trimSeq'))
if shop ~= ARGV[1] or code == ARGV[6] or (border or '0') ~= ARGV[2] then return 'MOVED' end
local next = string.format('%d-0', ARGV[3] + 1)
local function hashAt(at)
  local entry = call('XRANGE', KEYS[1], at, at)[1]
  return entry and entry[2][#entry[2]]
end
if hashAt(ARGV[3] .. '-0') ~= ARGV[4] then return 'LAST' end
if hashAt(next) ~= ARGV[5] then return 'NEXT' end
call('XTRIM', KEYS[1], 'MINID', '=', '0-1')
call('HSET', KEYS[2], 'trimSeq', ARGV[3], 'trimHash', ARGV[4])
call('XTRIM', KEYS[1], 'MINID', '=', next)
return 'OK'
