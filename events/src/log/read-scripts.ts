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
 * Walks a set of orders downwards and keeps those that are also in the filters: one short step of a list.
 *
 * KEYS meta driver filter…   ARGV gen below (excluded) from (included) steps
 * Answers [ 'GEN', now ] or [ 'OK', last score looked at ('' when the set is at its end), id, score, id, score … ]
 */
export const walkScript = `#!lua flags=no-writes
local gen = redis.call('HGET', KEYS[1], 'gen')
if gen ~= ARGV[1] then return { 'GEN', gen or '' } end
local found = redis.call('ZREVRANGEBYSCORE', KEYS[2], ARGV[2], ARGV[3], 'WITHSCORES', 'LIMIT', '0', ARGV[4])
local last = ''
if #found == tonumber(ARGV[4]) * 2 then last = found[#found] end
local answer = { 'OK', last }
for i = 1, #found, 2 do
  local wanted = true
  for k = 3, #KEYS do
    if not redis.call('ZSCORE', KEYS[k], found[i]) then wanted = false break end
  end
  if wanted then
    answer[#answer + 1] = found[i]
    answer[#answer + 1] = found[i + 1]
  end
end
return answer
`;

/**
 * Reads a stored order and its place in nine sets at one moment, for many orders in one call. The scores come as one text:
 * taking each out of Redis's protocol would cost the reader more than all that it does with them.
 *
 * KEYS meta, then per order: its document, its three sets of all orders, of its person, of its tool name
 * ARGV gen, then the order ids
 * Answers [ 'GEN', now ] or [ 'OK', then per order: document, 'nine scores joined by commas (nothing where it is no
 *   member), then how many orders those sets of its person hold whose newest it is' ]
 */
export const membershipScript = `#!lua flags=no-writes
local call = redis.call
local gen = call('HGET', KEYS[1], 'gen')
if gen ~= ARGV[1] then return { 'GEN', gen or '' } end
local answers = { 'OK' }
for i = 2, #ARGV do
  local first, id, places, people = (i - 2) * 10 + 2, ARGV[i], {}, 0
  for n = 1, 9 do
    local key = KEYS[first + n]
    local score = call('ZSCORE', key, id)
    places[n] = score or ''
    if score and n > 3 and n < 7 and call('ZREVRANGE', key, 0, 0)[1] == id then people = people + call('ZCARD', key) end
  end
  places[10] = people
  answers[#answers + 1] = call('GET', KEYS[first])
  answers[#answers + 1] = table.concat(places, ',')
end
return answers
`;
