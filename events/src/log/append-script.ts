/**
 * The one way into the log: a conditional append that also brings the read models up to date, or does nothing at all.
 *
 * KEYS, always these 18: ev meta order tool stock intent tx names totals, then the three sets of the state before and those
 *   of the state after (from and to; each: all orders in the state, the person's, those of the tool name). A new order has
 *   no state before: then these are the other places where it could stand (paid, shipped, deleted); of an order that is
 *   deleted the sets after are that of all deleted orders and those of its tool name in two of the states that it was not in. Then
 *   the set of erased persons, that of refunded orders (of an order that is deleted, of those of its tool name), and that of orders
 *   that a person has to look at. Of a person who is erased, the sets before are their unpaid and their paid orders
 * ARGV
 *   1 gen        the generation that the writer computed on
 *   2 code       the projection version of the writer
 *   3 expected   version of the order that the writer saw, 0 = must not exist, '-' = no order is concerned
 *   4 rev        revision of the tool that was priced, '-' = not asked
 *   5 toolId     whose stock is concerned (its value is answered), '' = none
 *   6 need       how many pieces must be available, '-' = not asked; '5 120' = 5, while the person's set of the state after
 *                holds no order newer than seq 120: the writer has counted what those in it hold
 *   7 tx         transaction id that no other order may hold, and that the subject holds from now on, '' = none
 *   8 intent     '=id' the registered intent must be this one, '=' none may be registered, '-' = not asked
 *   9 subject  10 type  11 schema  12 data  13 actor  14 correlationId  15 requestHash
 *   16 document  JSON of the order's state, in which the character 1 stands for the data of the event; where no order is concerned,
 *                the next record of the tool whose revision is asked; '' = stays as it is
 *   17           hash of the request that placed it
 *   18 leaves    'from' = the subject leaves the sets of the state before, '' = it is in none
 *   19 enters    its score in the sets of the state after ('this' = the seq of this event), 'deleted' = it enters the first
 *                of them alone with the seq of this event, 'erased' = the person enters the set of erased persons, if
 *                neither set before holds an order, '' = it enters none
 *   20 stock     '=5' = so many are available from now on, '5' or '-5' = so many more or less, '' = it stays
 *   21 name      tool name that searches must know from now on or, of an order that is deleted, must forget if no other
 *                order has it; '' = not asked
 *   22 person    uid of whoever places this order or is erased: they must not be erased yet; '' = not asked
 *   23 attention '+' = the order enters the last set with its score of argument 19, '-' = it leaves it, '' = that stays
 *   24… the totals that move, ten at most and each once, two texts each: name, by how much
 *
 * Answers (text; a refusal has changed nothing)
 *   OK seq version ts hash available | GEN now | HEAD (a part of it is lost) | NO_LOG | CODE now | FENCED | VERSION now | NO_TOOL
 *   STALE_TOOL | UNSEEN | STOCK available | TX owner | INTENT now | LOST (the order's document cannot be read, or the sets disagree with it)
 *   ERASED | OPEN (orders of the person are still going on)
 *   BAD why (a fault of the caller)
 *
 * Redis does not undo what a failing script has written. So everything that could fail is looked at before the first
 * write; the first write is XADD, which alone may still refuse (an id below the stream's top), and then nothing happened.
 *
 * Redis does nothing else meanwhile, so each microsecond counts: a call costs one or two beside its own work, a write as
 * much again for the append-only file, an argument a tenth of one, and Lua hashes every text that it is given or makes
 * from end to end, which takes a microsecond for 700 bytes. Therefore numbers are added here, from what was read for the
 * checks anyway, and one HSET writes them; a type is checked by a read whose answer is a number, not a table; of a tool only
 * the beginning is read; and texts are joined in one step, without a table.
 */
export const appendScript = `#!lua
local call, try, type = redis.call, redis.pcall, type
local find, match, sub, format = string.find, string.match, string.sub, string.format
local KEYS, ARGV, last = KEYS, ARGV, #ARGV
local function whole(text)
  if text == '0' or #text <= 16 and find(text, '^%-?[1-9]%d*$') then return tonumber(text) end
  return nil
end
local function sum(old, by)
  if old and by and old <= 1e15 and old >= -1e15 and by <= 1e15 and by >= -1e15 then return format('%d', old + by) end
  return nil
end
if #KEYS ~= 18 or last < 23 or last > 43 or last % 2 == 0 then return 'BAD number of keys or arguments' end
for i = 9, 15 do
  if find(ARGV[i], '\\0', 1, true) then return 'BAD NUL in an event field' end
end
local expected, subject, data = ARGV[3], ARGV[9], ARGV[12]

local meta = call('HMGET', KEYS[2], 'seq', 'hash', 'ts', 'gen', 'code', 'fence')
if meta[4] ~= ARGV[1] then return 'GEN ' .. tostring(meta[4]) end
local seq, ts = whole(meta[1] or ''), whole(meta[3] or '')
if not seq or not ts or not meta[2] then return 'HEAD' end
-- A log that is gone is not begun again behind a head that counts its events.
if seq > 0 and call('EXISTS', KEYS[1]) == 0 then return 'NO_LOG' end
if meta[5] ~= ARGV[2] then return 'CODE ' .. tostring(meta[5]) end
local clock = call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local fence = meta[6] and whole(meta[6])
if fence and fence > now and fence - now <= 250 then return 'FENCED' end

local version, history, leaves, checked = '0', nil, ARGV[18], 9
if expected ~= '-' then
  local order = call('GET', KEYS[3])
  if order then
    version, history = match(order, '^{"version":(%d+),"history":%[({[^%]]+})%],')
    if not version then return 'LOST' end
  end
  if version ~= expected then return 'VERSION ' .. version end
  version = format('%d', version + 1)
  -- The document says where the order stands, and so do the sets: where they disagree, one of them has lost what the log holds.
  checked = leaves ~= '' and 10 or expected == '0' and 13 or 9
  for i = 10, checked do
    local place = try('ZSCORE', KEYS[i], subject)
    if type(place) == 'table' then return 'BAD type of key ' .. i end
    if not place == (leaves ~= '') then return 'LOST' end
  end
  if checked == 13 then
    local place = try('ZSCORE', KEYS[17], subject)
    if type(place) == 'table' then return 'BAD type of key 17' end
    if place then return 'LOST' end
  end
end
if ARGV[4] ~= '-' then
  local rev, deleted = match(call('GETRANGE', KEYS[4], '0', '19'), '^(%d+) ([01])\\n')
  if not rev or deleted == '1' then return 'NO_TOOL' end
  if rev ~= ARGV[4] then return 'STALE_TOOL' end
end
local tool, stock, available = ARGV[5], ARGV[20], '0'
if tool ~= '' then
  available = try('HGET', KEYS[5], tool) or '0'
  if type(available) == 'table' then return 'BAD type of key 5' end
end
if ARGV[6] ~= '-' then
  local pieces, seen = match(ARGV[6], '^(%d+) (%d+)$')
  local newer = seen and try('ZCOUNT', KEYS[14], '(' .. seen, '+inf') or 0
  if type(newer) == 'table' then return 'BAD type of key 14' end
  if newer > 0 then return 'UNSEEN' end
  local need, left = whole(pieces or ARGV[6]), whole(available)
  if not need or not left then return 'BAD stock is not a number' end
  if left < need then return 'STOCK ' .. available end
end
if stock ~= '' then
  if tool == '' then return 'BAD stock of no tool' end
  local set = match(stock, '^=(.*)$')
  if set then available = whole(set) and set else available = sum(whole(available), whole(stock)) end
  if not available then return 'BAD number' end
end
local tx = ARGV[7]
if tx ~= '' then
  local owner = try('HGET', KEYS[7], tx)
  if type(owner) == 'table' then return 'BAD type of key 7' end
  if owner and owner ~= subject then return 'TX ' .. owner end
end
if ARGV[8] ~= '-' then
  local intent = match(call('HGET', KEYS[6], subject) or '', '^%d+ (.+)$') or ''
  if '=' .. intent ~= ARGV[8] then return 'INTENT ' .. intent end
end

local person, enters = ARGV[22], ARGV[19]
if person ~= '' then
  local gone = try('ZSCORE', KEYS[16], person)
  if type(gone) == 'table' then return 'BAD type of key 16' end
  if gone then return 'ERASED' end
end
if enters == 'erased' then
  if person == '' then return 'BAD person' end
  for i = 10, 11 do
    local going = try('ZCARD', KEYS[i])
    if type(going) == 'table' then return 'BAD type of key ' .. i end
    if going > 0 then return 'OPEN' end
  end
end

-- The intent of an order that is paid or deleted has served: nothing asks for it any more.
local ends = leaves ~= '' and (enters == '' or enters == 'deleted')
local spent = (tx ~= '' or ends) and try('HEXISTS', KEYS[6], subject)
if type(spent) == 'table' then return 'BAD type of key 6' end

local document, name = ARGV[16], ARGV[21]
if document ~= '' and expected == '-' and ARGV[4] == '-' or find(ARGV[17], '["\\\\%c]') then return 'BAD document' end
if leaves ~= 'from' and leaves ~= '' then return 'BAD sets to leave' end
if enters ~= 'this' and enters ~= 'deleted' and enters ~= 'erased' and enters ~= '' and not whole(enters) then return 'BAD score' end
local size = 0
-- Of a deleted order the last sets, and the last one before, hold the orders of its name.
for i = math.max(checked + 1, leaves == '' and 13 or 10), (enters == '' or enters == 'erased') and 12 or enters == 'deleted' and name == '' and 13 or 15 do
  size = try('ZCARD', KEYS[i])
  if type(size) == 'table' then return 'BAD type of key ' .. i end
end
local attention = ARGV[23]
if attention ~= '' then
  if attention ~= '-' and (attention ~= '+' or not whole(enters)) then return 'BAD attention' end
  local waiting = try('ZCARD', KEYS[18])
  if type(waiting) == 'table' then return 'BAD type of key 18' end
end
if enters == 'deleted' and name ~= '' then
  local others = try('ZCARD', KEYS[17])
  if type(others) == 'table' then return 'BAD type of key 17' end
end
-- The last set holds orders of this name: then the name is known, and need not be looked up.
local unknown = name ~= '' and (enters == '' or size == 0) and try('HEXISTS', KEYS[8], name)
if type(unknown) == 'table' then return 'BAD type of key 8' end
for i = 24, last, 2 do
  local old = try('HGET', KEYS[9], ARGV[i])
  if type(old) == 'table' then return 'BAD type of key 9' end
  ARGV[i + 1] = sum(whole(old or '0'), whole(ARGV[i + 1]))
  if not ARGV[i + 1] then return 'BAD number' end
end

if now > ts then ts = now end
local id, at = format('%d', seq + 1), format('%d', ts)
local hash = redis.sha1hex(meta[2] .. '\\0' .. id .. '\\0' .. subject .. '\\0' .. version .. '\\0' .. ARGV[10] .. '\\0' ..
  ARGV[11] .. '\\0' .. at .. '\\0' .. data .. '\\0' .. ARGV[13] .. '\\0' .. ARGV[14] .. '\\0' .. ARGV[15])
call('XADD', KEYS[1], id .. '-0', 'subject', subject, 'v', version, 'type', ARGV[10], 'schema', ARGV[11], 'ts', at,
  'data', data, 'actor', ARGV[13], 'correlationId', ARGV[14], 'requestHash', ARGV[15], 'hash', hash)
call('HSET', KEYS[2], 'seq', id, 'hash', hash, 'ts', at)
if document ~= '' and expected == '-' then call('SET', KEYS[4], document)
elseif document ~= '' then
  local gap = find(document, '\\1', 1, true)
  history = (history and history .. ',' or '') .. '{"seq":' .. id .. ',"ts":' .. at .. '}'
  local before, inside, after = document, '', ''
  if gap then before, inside, after = sub(document, 1, gap - 1), data, sub(document, gap + 1) end
  call('SET', KEYS[3], '{"version":' .. version .. ',"history":[' .. history .. '],"requestHash":"' .. ARGV[17] ..
    '","state":' .. before .. inside .. after .. '}')
end
if leaves ~= '' then
  for i = 10, 12 do call('ZREM', KEYS[i], subject) end
end
if enters == 'deleted' then call('ZADD', KEYS[13], id, subject)
elseif enters == 'erased' then call('ZADD', KEYS[16], id, person)
elseif enters ~= '' then
  if enters == 'this' then enters = id end
  for i = 13, 15 do call('ZADD', KEYS[i], enters, subject) end
end
if attention == '+' then call('ZADD', KEYS[18], enters, subject)
elseif attention == '-' then call('ZREM', KEYS[18], subject) end
if stock ~= '' then call('HSET', KEYS[5], tool, available) end
if tx ~= '' then call('HSET', KEYS[7], tx, subject) end
if spent == 1 then call('HDEL', KEYS[6], subject) end
if leaves ~= '' and enters == 'deleted' and name ~= '' then
  local others = call('ZCARD', KEYS[12]) + call('ZCARD', KEYS[14]) + call('ZCARD', KEYS[15]) + call('ZCARD', KEYS[17])
  if others == 0 then call('HDEL', KEYS[8], name) end
elseif unknown == 0 then call('HSET', KEYS[8], name, '') end
if last > 23 then call('HSET', KEYS[9], unpack(ARGV, 24, last)) end
return 'OK ' .. id .. ' ' .. version .. ' ' .. at .. ' ' .. hash .. ' ' .. available
`;
