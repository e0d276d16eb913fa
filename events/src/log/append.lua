#!lua
-- The one way into the log: appends one event if all that was asked for holds at this moment, and changes the read models in the same step.
-- Otherwise it writes nothing and answers why.
--
-- KEYS
--   1 stream of events   2 hash of the head   3 the order   4 the tool   5 hash of the stock   6 hash of the registered intents
--   7 hash of the transactions   8 hash of the tool names   9 hash of the totals   10 set of the erased persons   11 hash of the month's sales
--   12 and further: sorted sets, in the order of the fields that count them: absent, stands, leaves, enters, empty, others; last that of "after"
-- ARGV
--   1 JSON with these fields; those in brackets may be absent
--       gen code          generation and projection version that the writer computed on
--       subject type schema actor correlationId requestHash     fields of the event, texts
--      [version]          version of the order that the writer saw, 0: there must be none. The order becomes ARGV 3
--      [absent]           sets in which the subject must not be
--      [stands]           sets in which the subject must be
--      [leaves]           sets in which the subject must be, and which it leaves
--      [enters] [score]   sets in which the subject must not be, and which it enters with this score, or with the position of this event
--      [empty]            sets that must be empty
--      [person]           who must not be erased
--      [rev] [next]       revision that the tool must have; the text of its next record
--      [after]            the last set must have no member with a higher score
--      [tool] [need] [set] [add]   whose stock it is, how many pieces must be available, their new number, or by how much it moves
--      [transaction]      payment that no other order may hold, and that the subject holds from now on
--      [intent] [ends]    intent that must be registered for the subject ("" for none); whether its registration is removed
--      [name] [others]    tool name to add; where "others" counts its sets, it is removed if only the subject was in them
--      [totals]           totals that move, by how much
--      [sales] [from] [to]  figures of a day's sales that move, by how much; when that day begins and ends (ms)
--   2 data of the event (JSON, opaque here)   3 state of the order after it (JSON, opaque here)
--
-- Answers, as text; only OK has written anything
--   OK seq ts hash available   GEN   CODE code   FENCED   VERSION version   STALE_TOOL   UNSEEN   STOCK available   TX owner
--   DAY ts (the event does not fall on the day whose sales move)
--   CLOSED headless (a part of the head is lost)   CLOSED remains (the log is lost)   LOST (document and sets of the order disagree)
--   REFUSED code: TOOL_NOT_FOUND, INTENT_CHANGED, PERSON_ERASED, ORDERS_OPEN (a set is not empty)
--   BAD why (a fault of the caller)   or an error, WRONGTYPE where a key holds another type of value
--
-- Redis does not undo what a failing script has written. So everything that is written later is read first, and nothing after XADD can fail.
-- XADD itself may be refused (an id below the top of the stream), and then nothing has happened.
local call, find, match, format, tonumber = redis.call, string.find, string.match, string.format, tonumber
local ask, data = cjson.decode(ARGV[1]), ARGV[2]
local subject = ask.subject
-- The whole number of a stored text, nil where it is none or not exact.
local function whole(text)
  return text and #text <= 16 and find(text, '^%-?%d+$') and tonumber(text) or nil
end
local function digits(number)
  return number % 1 == 0 and number <= 1e15 and number >= -1e15 and format('%.0f', number) or nil
end
-- The fields of a hash that move with their new numbers, as HSET takes them; nil where one is no number.
local function moved_fields(key, by)
  local names = {}
  for name in pairs(by or {}) do names[#names + 1] = name end
  if #names == 0 then return names end
  local words = {}
  for i, old in ipairs(call('HMGET', key, unpack(names))) do
    old = whole(old or '0')
    local new = old and digits(by[names[i]]) and digits(old + by[names[i]])
    if not new then return nil end
    words[2 * i - 1], words[2 * i] = names[i], new
  end
  return words
end
local function nul(text) return find(text, '\0', 1, true) end

if nul(subject) or nul(ask.type) or nul(ask.schema) or nul(data) or nul(ask.actor) or nul(ask.correlationId) or nul(ask.requestHash) then
  return 'BAD NUL in an event field'
end

local meta = call('HMGET', KEYS[2], 'seq', 'hash', 'ts', 'gen', 'code', 'fence')
if meta[4] ~= ask.gen then return 'GEN' end
local seq, ts = whole(meta[1]), whole(meta[3])
if not seq or not ts or not meta[2] then return 'CLOSED headless' end
-- A log that is gone is not begun again behind a head that counts its events.
if seq > 0 and call('EXISTS', KEYS[1]) == 0 then return 'CLOSED remains' end
if meta[5] ~= ask.code then return 'CODE ' .. tostring(meta[5]) end
local clock = call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local fence = whole(meta[6])
if fence and fence > now and fence - now <= 250 then return 'FENCED' end
if now > ts then ts = now end
local id, at = format('%.0f', seq + 1), format('%.0f', ts)

local version, document = '0', nil
if ask.version then
  local order = call('GET', KEYS[3])
  local history, placed = '"history":[', '"requestHash":"' .. ask.requestHash .. '"'
  if order then
    version, history, placed = match(order, '^{"version":(%d+),("history":%[{[^%]]+})%],("requestHash":"[^"]*"),')
    if not version then return 'LOST' end
    history = history .. ','
  elseif find(ask.requestHash, '["\\%c]') then return 'BAD request hash' end
  if tonumber(version) ~= ask.version then return 'VERSION ' .. version end
  version = format('%.0f', version + 1)
  document = '{"version":' .. version .. ',' .. history .. '{"seq":' .. id .. ',"ts":' .. at .. '}],' .. placed .. ',"state":' .. ARGV[3] .. '}'
end

-- The document says where the order stands, and so do the sets: where they disagree, one of them has lost what the log holds.
local absent, stands, leaves, enters = ask.absent or 0, ask.stands or 0, ask.leaves or 0, ask.enters or 0
local empty, others = ask.empty or 0, ask.others or 0
local set = 12
for i = set, set + absent - 1 do if call('ZSCORE', KEYS[i], subject) then return 'LOST' end end
set = set + absent
for i = set, set + stands - 1 do if not call('ZSCORE', KEYS[i], subject) then return 'LOST' end end
set = set + stands
local left = set
for i = left, left + leaves - 1 do if not call('ZSCORE', KEYS[i], subject) then return 'LOST' end end
local entered = left + leaves
set = entered + enters
local score = ask.score and digits(ask.score) or id

if ask.person and call('ZSCORE', KEYS[10], ask.person) then return 'REFUSED PERSON_ERASED' end
for i = entered, set - 1 do if call('ZSCORE', KEYS[i], subject) then return 'LOST' end end
for i = set, set + empty - 1 do if call('ZCARD', KEYS[i]) > 0 then return 'REFUSED ORDERS_OPEN' end end
set = set + empty
if ask.rev then
  local rev, deleted = match(call('GETRANGE', KEYS[4], '0', '19'), '^(%d+) ([01])\n')
  if not rev or deleted == '1' then return 'REFUSED TOOL_NOT_FOUND' end
  if tonumber(rev) ~= ask.rev then return 'STALE_TOOL' end
  if ask.next and type(ask.next) ~= 'string' then return 'BAD tool' end
end
if ask.after and call('ZCOUNT', KEYS[#KEYS], format('(%.0f', ask.after), '+inf') > 0 then return 'UNSEEN' end
local available, moved = '0', nil
if ask.tool then
  available = call('HGET', KEYS[5], ask.tool) or '0'
  local pieces = whole(available)
  if not pieces and not ask.set then return 'BAD stock is not a number' end
  if ask.need and pieces < ask.need then return 'STOCK ' .. available end
  moved = ask.set or ask.add and pieces + ask.add
  if moved then available = digits(moved) end
  if not available then return 'BAD number' end
end
if ask.transaction then
  local owner = call('HGET', KEYS[7], ask.transaction)
  if owner and owner ~= subject then return 'TX ' .. owner end
end
local registered = (ask.intent or ask.ends) and call('HGET', KEYS[6], subject)
if ask.intent and ask.intent ~= (registered or '') then return 'REFUSED INTENT_CHANGED' end

local known = ask.name and call('HEXISTS', KEYS[8], ask.name)
local remain = 0
for i = set, set + others - 1 do
  -- The subject has not left its set yet.
  remain = remain + call('ZCARD', KEYS[i]) - (call('ZSCORE', KEYS[i], subject) and 1 or 0)
end
local totals = moved_fields(KEYS[9], ask.totals)
local sales = moved_fields(KEYS[11], ask.sales)
if not totals or not sales then return 'BAD number' end
if #sales > 0 and (ts < ask.from or ts >= ask.to) then return 'DAY ' .. at end

local hash = redis.sha1hex(meta[2] .. '\0' .. id .. '\0' .. subject .. '\0' .. version .. '\0' .. ask.type .. '\0' .. ask.schema .. '\0' .. at ..
  '\0' .. data .. '\0' .. ask.actor .. '\0' .. ask.correlationId .. '\0' .. ask.requestHash)
call('XADD', KEYS[1], id .. '-0', 'subject', subject, 'v', version, 'type', ask.type, 'schema', ask.schema, 'ts', at,
  'data', data, 'actor', ask.actor, 'correlationId', ask.correlationId, 'requestHash', ask.requestHash, 'hash', hash)
call('HSET', KEYS[2], 'seq', id, 'hash', hash, 'ts', at)
if document then call('SET', KEYS[3], document) end
if ask.rev and ask.next then call('SET', KEYS[4], ask.next) end
for i = left, entered - 1 do call('ZREM', KEYS[i], subject) end
for i = entered, entered + enters - 1 do call('ZADD', KEYS[i], score, subject) end
if moved then call('HSET', KEYS[5], ask.tool, available) end
if ask.transaction then call('HSET', KEYS[7], ask.transaction, subject) end
if registered and ask.ends then call('HDEL', KEYS[6], subject) end
if known == 0 then call('HSET', KEYS[8], ask.name, '')
elseif known and others > 0 and remain == 0 then call('HDEL', KEYS[8], ask.name) end
if #totals > 0 then call('HSET', KEYS[9], unpack(totals)) end
if #sales > 0 then call('HSET', KEYS[11], unpack(sales)) end
return 'OK ' .. id .. ' ' .. at .. ' ' .. hash .. ' ' .. available
