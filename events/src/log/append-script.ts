/**
 * The one way into the log: a conditional append that also brings the read models up to date, or does nothing at all.
 *
 * KEYS, always these 15: ev meta order tool stock intent tx names totals, then the three sets of the state before and those
 *   of the state after (from and to; each: all orders in the state, the person's, those of the tool name)
 * ARGV
 *   1 gen        the generation that the writer computed on
 *   2 code       the projection version of the writer
 *   3 expected   version of the order that the writer saw, 0 = must not exist, '-' = no order is concerned
 *   4 rev        revision of the tool that was priced, '-' = not asked
 *   5 toolId     whose stock is concerned (its value is answered), '' = none
 *   6 need       how many pieces must be available, '-' = not asked
 *   7 tx         transaction id that no other order may hold, '' = not asked
 *   8 intent     '=id' the registered intent must be this one, '=' none may be registered, '-' = not asked
 *   9 subject  10 type  11 schema  12 data  13 actor  14 correlationId  15 requestHash
 *   16 document  JSON of the order, '' = stays as it is    17 hash of the request that placed it
 *   18 leaves    'from' = the subject leaves the sets of the state before, '' = it is in none
 *   19 enters    its score in the sets of the state after ('this' = the seq of this event), '' = it enters none
 *   20… the fields that change, four texts each: 'set' or 'add', index of the key (5, 7, 8 or 9), field, value or number
 *
 * Answers (text; a refusal has changed nothing)
 *   OK seq version ts hash available | GEN now | CODE now | FENCED | VERSION now | NO_TOOL | STALE_TOOL
 *   STOCK available | TX owner | INTENT now | BAD why (a fault of the caller)
 *
 * Redis does not undo what a failing script has written. So everything that could fail is looked at before the first
 * write; the first write is XADD, which alone may still refuse (an id below the stream's top), and then nothing happened.
 *
 * Redis does nothing else meanwhile, so each microsecond counts: every argument costs a tenth of one and every call half
 * of one beside its own work. Names in local variables, `find` instead of `match` and '%d' are for that.
 */
export const appendScript = `#!lua
local call, find, match, format = redis.call, string.find, string.match, string.format
local KEYS, ARGV, last = KEYS, ARGV, #ARGV
local function whole(text)
  if text == '0' or #text <= 16 and find(text, '^%-?[1-9]%d*$') then return tonumber(text) end
  return nil
end
if #KEYS ~= 15 or last < 19 or (last - 19) % 4 ~= 0 then return 'BAD number of keys or arguments' end
for i = 9, 15 do
  if find(ARGV[i], '\\0', 1, true) then return 'BAD NUL in an event field' end
end

local meta = call('HMGET', KEYS[2], 'seq', 'hash', 'ts', 'gen', 'code', 'fence')
local seq, ts = whole(meta[1] or ''), whole(meta[3] or '')
if not seq or not ts or not meta[2] then return 'BAD no log is open here' end
if meta[4] ~= ARGV[1] then return 'GEN ' .. tostring(meta[4]) end
if meta[5] ~= ARGV[2] then return 'CODE ' .. tostring(meta[5]) end
local clock = call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local fence = meta[6] and whole(meta[6])
if fence and fence > now and fence - now <= 250 then return 'FENCED' end

local version, entries = '0', nil
if ARGV[3] ~= '-' then
  local order = call('GET', KEYS[3])
  if order then
    version, entries = match(order, '^(%d+) ([%d@,]+) [^ \\n]*\\n')
    if not version then return 'BAD the stored order cannot be read' end
  end
  if version ~= ARGV[3] then return 'VERSION ' .. version end
  version = format('%d', version + 1)
end
if ARGV[4] ~= '-' then
  local rev, deleted = match(call('GET', KEYS[4]) or '', '^(%d+) ([01])\\n')
  if not rev or deleted == '1' then return 'NO_TOOL' end
  if rev ~= ARGV[4] then return 'STALE_TOOL' end
end
local tool = ARGV[5]
local stored = tool ~= '' and call('HGET', KEYS[5], tool)
local available = stored or '0'
if ARGV[6] ~= '-' then
  local need, left = whole(ARGV[6]), whole(available)
  if not need or not left then return 'BAD stock is not a number' end
  if left < need then return 'STOCK ' .. available end
end
if ARGV[7] ~= '' then
  local owner = call('HGET', KEYS[7], ARGV[7])
  if owner and owner ~= ARGV[9] then return 'TX ' .. owner end
end
if ARGV[8] ~= '-' then
  local intent = match(call('HGET', KEYS[6], ARGV[9]) or '', '^%d+ (.+)$') or ''
  if '=' .. intent ~= ARGV[8] then return 'INTENT ' .. intent end
end

local leaves, enters = ARGV[18], ARGV[19]
if ARGV[16] ~= '' and ARGV[3] == '-' or find(ARGV[17], '[ \\n]') then return 'BAD document' end
if leaves ~= 'from' and leaves ~= '' then return 'BAD sets to leave' end
if enters ~= 'this' and enters ~= '' and not whole(enters) then return 'BAD score' end
for i = leaves == '' and 13 or 10, enters == '' and 12 or 15 do
  local kind = call('TYPE', KEYS[i]).ok
  if kind ~= 'none' and kind ~= 'zset' then return 'BAD type of key ' .. i end
end
for i = 20, last, 4 do
  local op, k, field, value = ARGV[i], tonumber(ARGV[i + 1]), ARGV[i + 2], ARGV[i + 3]
  if k ~= 5 and k ~= 7 and k ~= 8 and k ~= 9 then return 'BAD key of a field' end
  if op == 'add' then
    -- Reading the field also tells a key of another type, before anything is written.
    local known = k == 5 and field == tool
    local text = known and stored or not known and redis.pcall('HGET', KEYS[k], field)
    if type(text) == 'table' then return 'BAD type of key ' .. k end
    local by, old = whole(value), whole(text or '0')
    if not by or not old or math.abs(by) > 1e15 or math.abs(old) > 1e15 then return 'BAD number' end
  elseif op == 'set' then
    local kind = call('TYPE', KEYS[k]).ok
    if kind ~= 'none' and kind ~= 'hash' then return 'BAD type of key ' .. k end
  else return 'BAD change of a field' end
end

if now > ts then ts = now end
local id, at = format('%d', seq + 1), format('%d', ts)
local hash = redis.sha1hex(table.concat({ meta[2], id, ARGV[9], version, ARGV[10], ARGV[11], at, ARGV[12], ARGV[13],
  ARGV[14], ARGV[15] }, '\\0'))
call('XADD', KEYS[1], id .. '-0', 'subject', ARGV[9], 'v', version, 'type', ARGV[10], 'schema', ARGV[11], 'ts', at,
  'data', ARGV[12], 'actor', ARGV[13], 'correlationId', ARGV[14], 'requestHash', ARGV[15], 'hash', hash)
call('HSET', KEYS[2], 'seq', id, 'hash', hash, 'ts', at)
if ARGV[16] ~= '' then
  local history = (entries and entries .. ',' or '') .. id .. '@' .. at
  call('SET', KEYS[3], version .. ' ' .. history .. ' ' .. ARGV[17] .. '\\n' .. ARGV[16])
end
if leaves ~= '' then
  for i = 10, 12 do call('ZREM', KEYS[i], ARGV[9]) end
end
if enters ~= '' then
  if enters == 'this' then enters = id end
  for i = 13, 15 do call('ZADD', KEYS[i], enters, ARGV[9]) end
end
for i = 20, last, 4 do
  local key, field, value = KEYS[tonumber(ARGV[i + 1])], ARGV[i + 2], ARGV[i + 3]
  if ARGV[i] == 'add' then value = call('HINCRBY', key, field, value) else call('HSET', key, field, value) end
  if key == KEYS[5] and field == tool then available = value end
end
if type(available) == 'number' then available = format('%d', available) end
return table.concat({ 'OK', id, version, at, hash, available }, ' ')
`;
