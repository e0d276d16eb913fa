/**
 * Makes a store: a random id, an empty head, and a first generation whose number is the time (ms), so that no number comes
 * twice even when the head was lost in between. Does nothing where anything of a shop is left.
 *
 * KEYS meta, then further keys of a shop   ARGV shop code genesis epoch replid
 * Answers the first key that exists, '' when the store was made
 */
export const createScript = `#!lua
for i = 1, #KEYS do
  if redis.call('EXISTS', KEYS[i]) == 1 then return KEYS[i] end
end
local clock = redis.call('TIME')
local gen = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('HSET', KEYS[1], 'seq', '0', 'hash', ARGV[3], 'ts', '0', 'shop', ARGV[1], 'code', ARGV[2],
  'gen', string.format('%.0f', gen), 'nextGen', string.format('%.0f', gen + 1), 'epoch', ARGV[4], 'replid', ARGV[5])
return ''
`;

/**
 * Begins the next epoch unless another client has begun it: the Redis of the log is another one than the head names. Also possible when the
 * memory is full, because reading must be.
 *
 * KEYS meta   ARGV replication id that the caller saw in the head ('' for none), that of this Redis
 * Answers 1 raised, 0 another client was first
 */
export const raiseEpochScript = `#!lua flags=allow-oom
if (redis.call('HGET', KEYS[1], 'replid') or '') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'replid', ARGV[2])
redis.call('HINCRBY', KEYS[1], 'epoch', 1)
return 1
`;

/**
 * Registers a payment intent while the order is live and unpaid, so that no payable secret can exist for an order that a
 * delete has just taken away.
 *
 * KEYS meta unpaid intents   ARGV gen orderId intentId attempt, the intent that the caller saw ('' for none)
 * Answers GEN | not-live | other | registered
 */
export const intentScript = `#!lua
if redis.call('HGET', KEYS[1], 'gen') ~= ARGV[1] then return 'GEN' end
if not redis.call('ZSCORE', KEYS[2], ARGV[2]) then return 'not-live' end
local now = string.match(redis.call('HGET', KEYS[3], ARGV[2]) or '', '^%d+ (.+)$') or ''
if now == ARGV[3] then return 'registered' end
if now ~= ARGV[5] then return 'other' end
redis.call('HSET', KEYS[3], ARGV[2], ARGV[4] .. ' ' .. ARGV[3])
return 'registered'
`;

/**
 * Stores a text only if the key still holds what the writer saw. Nothing is stored where there is no shop: what is left behind in
 * an emptied Redis would keep a backup from being restored there.
 *
 * KEYS meta key   ARGV '1' when something was seen and '0' when not, what was seen, new text
 * Answers 1 stored, 0 another writer was first, -1 no shop
 */
export const compareAndSetScript = `#!lua
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
local now = redis.call('GET', KEYS[2])
if ARGV[1] == '0' and now or ARGV[1] == '1' and now ~= ARGV[2] then return 0 end
redis.call('SET', KEYS[2], ARGV[3])
return 1
`;

/**
 * Changes records only while each key still holds what the writer saw, and adds the entry that says who did it in the same step: no
 * change is without its entry, no entry without its change, neither where there is no shop.
 *
 * KEYS meta stream, then the records
 * ARGV per record: '1' when something was seen and '0' when not, what was seen, '1' to store and '0' only to compare, new
 *   text; then the entry's fields and values
 * Answers 1 done, 0 another writer was first, -1 no shop
 */
export const changeAuditedScript = `#!lua
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
local at = 1
for i = 3, #KEYS do
  local now = redis.call('GET', KEYS[i])
  if ARGV[at] == '0' and now or ARGV[at] == '1' and now ~= ARGV[at + 1] then return 0 end
  at = at + 4
end
redis.call('XADD', KEYS[2], '*', unpack(ARGV, at))
for i = 3, #KEYS do
  local own = (i - 3) * 4
  if ARGV[own + 3] == '1' then redis.call('SET', KEYS[i], ARGV[own + 4]) end
end
return 1
`;

/**
 * Reads read models of one generation, or says that the generation has moved. Without this a reader that still knows the
 * old number would see frozen and then empty lists after a swap. `no-writes` also keeps reading possible when the memory
 * is full.
 *
 * KEYS meta, then every key that the reads touch (declared, so that a Cluster can check them)
 * ARGV gen, then per read: number of its words, its words (`GET key`, `ZCARD key` …)
 * Answers [ 'GEN', now ] or [ 'OK', answer, answer … ]
 */
export const readScript = `#!lua flags=no-writes
local gen = redis.call('HGET', KEYS[1], 'gen')
if gen ~= ARGV[1] then return { 'GEN', gen or '' } end
local answers, i = { 'OK' }, 2
while i <= #ARGV do
  local count = tonumber(ARGV[i])
  local words = {}
  for w = 1, count do words[w] = ARGV[i + w] end
  answers[#answers + 1] = redis.call(unpack(words))
  i = i + count + 1
end
return answers
`;

/**
 * Outlines sorted sets of one generation: how many members each has in a period, and the first score of those that a page may
 * show, from one end or the other. A command per set would be five times as much to send and to read.
 *
 * KEYS meta, then the sets
 * ARGV gen, lowest and highest score of the period, lowest and highest score of the page, 'newest' or 'oldest' as the first
 * Answers [ 'GEN', now ] or [ 'OK', then per set: how many, first score or '0' ]
 */
export const outlineScript = `#!lua flags=no-writes
local call = redis.call
local gen = call('HGET', KEYS[1], 'gen')
if gen ~= ARGV[1] then return { 'GEN', gen or '' } end
local answers = { 'OK' }
for i = 2, #KEYS do
  local size = call('ZCOUNT', KEYS[i], ARGV[2], ARGV[3])
  local first = nil
  if size > 0 and ARGV[6] == 'oldest' then first = call('ZRANGEBYSCORE', KEYS[i], ARGV[4], ARGV[5], 'WITHSCORES', 'LIMIT', 0, 1)[2]
  elseif size > 0 then first = call('ZREVRANGEBYSCORE', KEYS[i], ARGV[5], ARGV[4], 'WITHSCORES', 'LIMIT', 0, 1)[2] end
  answers[#answers + 1] = size
  answers[#answers + 1] = first or '0'
end
return answers
`;

/**
 * Reads entries of the log. They come as one JSON text: parsing thousands of small strings out of Redis's protocol costs more than all that
 * is done with them. No entries are `{}`, because Lua has one type for lists and objects.
 *
 * KEYS ev   ARGV id, how many after it at most
 */
export const entriesAfterScript = `#!lua flags=no-writes
return cjson.encode(redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+', 'COUNT', ARGV[2]))`;

/**
 * Reads the entries at some positions in the same way.
 *
 * KEYS ev   ARGV the positions, with blanks between them
 */
export const entriesAtScript = `#!lua flags=no-writes
local found = {}
for seq in string.gmatch(ARGV[1], '%d+') do
  found[#found + 1] = redis.call('XRANGE', KEYS[1], seq .. '-0', seq .. '-0')[1]
end
return cjson.encode(found)`;
