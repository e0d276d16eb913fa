import { restoringCode } from '../log/closed-codes.ts';

/**
 * Removes the oldest events of the log and writes where it begins from now on, or does nothing at all. It compares what the archive says of
 * the last event that goes with what Redis holds, and that the next one stays.
 *
 * A user that may not trim is refused before anything is written, by a trim that removes nothing: Redis does not undo what a script has done.
 * `allow-oom`, because a full memory is why one trims.
 *
 * KEYS ev meta   ARGV shop, the border until now, the last event that goes: seq, hash, ts; the hash of the first that stays
 * Answers OK removed | SHOP id | CLOSED | MOVED border | LAST | NEXT
 */
export const trimScript = `#!lua flags=allow-oom
local call = redis.call
local shop, code, border = unpack(call('HMGET', KEYS[2], 'shop', 'code', 'trimSeq'))
if shop ~= ARGV[1] then return 'SHOP ' .. tostring(shop) end
if not code or string.find(code, '^${restoringCode}') then return 'CLOSED' end
if (border or '0') ~= ARGV[2] then return 'MOVED ' .. tostring(border) end
local id, next = ARGV[3] .. '-0', string.format('%d', ARGV[3] + 1) .. '-0'
local function hashAt(at)
  local entry = call('XRANGE', KEYS[1], at, at)[1]
  return entry and entry[2][#entry[2]]
end
if hashAt(id) ~= ARGV[4] then return 'LAST' end
if hashAt(next) ~= ARGV[6] then return 'NEXT' end
call('XTRIM', KEYS[1], 'MINID', '=', '0-1')
call('HSET', KEYS[2], 'trimSeq', ARGV[3], 'trimHash', ARGV[4], 'trimTs', ARGV[5])
return 'OK ' .. call('XTRIM', KEYS[1], 'MINID', '=', next)
`;
