/**
 * The one way into the log: a conditional append that also brings the read models up to date, or does nothing at all.
 *
 * KEYS, always these 17: ev meta order tool stock intent tx all unpaid paid shipped mail-from mail-to name-from name-to
 *   names totals (from and to: the person's and the tool name's orders in the state before and after)
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
 *   16… the patch, four texts per change: operation, index of its key, and
 *       doc: json, request hash | zadd: member, score or 'this' | zrem: member, '' | hset: field, value | hincr: field, by
 *
 * Answers (text; a refusal has changed nothing)
 *   OK seq version ts hash available | GEN now | CODE now | FENCED | VERSION now | NO_TOOL | STALE_TOOL
 *   STOCK available | TX owner | INTENT now | BAD why (a fault of the caller)
 *
 * Redis does not undo what a failing script has written. So everything that could fail is looked at before the first
 * write; the first write is XADD, which alone may still refuse (an id below the stream's top), and then nothing happened.
 */
export const appendScript = `#!lua
local function whole(text)
  if text == '0' or #text <= 16 and string.match(text, '^%-?[1-9]%d*$') then return tonumber(text) end
  return nil
end
local function fmt(number) return string.format('%.0f', number) end
if #KEYS ~= 17 or #ARGV < 15 or (#ARGV - 15) % 4 ~= 0 then return 'BAD number of keys or arguments' end
for i = 9, 15 do
  if string.find(ARGV[i], '\\0', 1, true) then return 'BAD NUL in an event field' end
end

local meta = redis.call('HMGET', KEYS[2], 'seq', 'hash', 'ts', 'gen', 'code', 'fence')
local seq, ts = whole(meta[1] or ''), whole(meta[3] or '')
if not seq or not ts or not meta[2] then return 'BAD no log is open here' end
if meta[4] ~= ARGV[1] then return 'GEN ' .. tostring(meta[4]) end
if meta[5] ~= ARGV[2] then return 'CODE ' .. tostring(meta[5]) end
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)
local fence = whole(meta[6] or '')
if fence and fence > now and fence - now <= 250 then return 'FENCED' end

local head, version, entries = nil, 0, nil
if ARGV[3] ~= '-' then
  local order = redis.call('GET', KEYS[3])
  if order then
    version, entries = string.match(order, '^(%d+) ([%d@,]+) [^ \\n]*\\n')
    version = whole(version)
    if not version then return 'BAD the stored order cannot be read' end
  end
  if fmt(version) ~= ARGV[3] then return 'VERSION ' .. fmt(version) end
  version = version + 1
end
if ARGV[4] ~= '-' then
  local rev, deleted = string.match(redis.call('GET', KEYS[4]) or '', '^(%d+) ([01])\\n')
  if not rev or deleted == '1' then return 'NO_TOOL' end
  if rev ~= ARGV[4] then return 'STALE_TOOL' end
end
local stored = ARGV[5] ~= '' and redis.call('HGET', KEYS[5], ARGV[5])
local left = stored or '0'
if ARGV[6] ~= '-' then
  local need, available = whole(ARGV[6]), whole(left)
  if not need or not available then return 'BAD stock is not a number' end
  if available < need then return 'STOCK ' .. fmt(available) end
end
if ARGV[7] ~= '' then
  local owner = redis.call('HGET', KEYS[7], ARGV[7])
  if owner and owner ~= ARGV[9] then return 'TX ' .. owner end
end
if ARGV[8] ~= '-' then
  local intent = string.match(redis.call('HGET', KEYS[6], ARGV[9]) or '', '^%d+ (.+)$') or ''
  if '=' .. intent ~= ARGV[8] then return 'INTENT ' .. intent end
end

local kinds = { doc = 'string', zadd = 'zset', zrem = 'zset', hset = 'hash', hincr = 'hash' }
local limit = 1e15
for i = 16, #ARGV, 4 do
  local op, k, a, b = ARGV[i], whole(ARGV[i + 1]), ARGV[i + 2], ARGV[i + 3]
  if not kinds[op] or not k or k < 3 or k > 17 or k == 4 or k == 6 then return 'BAD change of a read model' end
  if (op == 'doc') ~= (k == 3) or (op == 'doc' and ARGV[3] == '-') then return 'BAD change of an order' end
  if op == 'doc' and not string.match(b, '^[^ \\n]*$') then return 'BAD request hash' end
  if op == 'zadd' and b ~= 'this' and not whole(b) then return 'BAD score' end
  if op == 'hincr' then
    -- Reading the field also tells a key of another type, before anything is written.
    local known = k == 5 and a == ARGV[5]
    local text = known and stored or not known and redis.pcall('HGET', KEYS[k], a)
    if type(text) == 'table' then return 'BAD type of key ' .. k end
    local by, old = whole(b), whole(text or '0')
    if not by or not old or math.abs(by) > limit or math.abs(old) > limit then return 'BAD number' end
  elseif op ~= 'doc' then
    local kind = redis.call('TYPE', KEYS[k]).ok
    if kind ~= 'none' and kind ~= kinds[op] then return 'BAD type of key ' .. k end
  end
end

seq = seq + 1
if now > ts then ts = now end
local id, at, v = fmt(seq), fmt(ts), fmt(version)
local hash = redis.sha1hex(table.concat({ meta[2], id, ARGV[9], v, ARGV[10], ARGV[11], at, ARGV[12], ARGV[13],
  ARGV[14], ARGV[15] }, '\\0'))
redis.call('XADD', KEYS[1], id .. '-0', 'subject', ARGV[9], 'v', v, 'type', ARGV[10], 'schema', ARGV[11], 'ts', at,
  'data', ARGV[12], 'actor', ARGV[13], 'correlationId', ARGV[14], 'requestHash', ARGV[15], 'hash', hash)
redis.call('HSET', KEYS[2], 'seq', id, 'hash', hash, 'ts', at)
for i = 16, #ARGV, 4 do
  local op, key, a, b = ARGV[i], KEYS[tonumber(ARGV[i + 1])], ARGV[i + 2], ARGV[i + 3]
  if op == 'doc' then
    head = (entries and entries .. ',' or '') .. id .. '@' .. at
    redis.call('SET', key, v .. ' ' .. head .. ' ' .. b .. '\\n' .. a)
  elseif op == 'zadd' then redis.call('ZADD', key, b == 'this' and id or b, a)
  elseif op == 'zrem' then redis.call('ZREM', key, a)
  else
    local now = b
    if op == 'hset' then redis.call('HSET', key, a, b) else now = fmt(redis.call('HINCRBY', key, a, b)) end
    if key == KEYS[5] and a == ARGV[5] then left = now end
  end
end
return table.concat({ 'OK', id, v, at, hash, left }, ' ')
`;
