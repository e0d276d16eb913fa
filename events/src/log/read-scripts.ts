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
 * Reads a stored order and its place in nine sets at one moment, for many orders in one call.
 *
 * KEYS meta, then per order: its document and nine sets   ARGV gen, then the order ids
 * Answers [ 'GEN', now ] or [ 'OK', then per order: document, nine scores (nothing where it is no member) ]
 */
export const membershipScript = `#!lua flags=no-writes
local gen = redis.call('HGET', KEYS[1], 'gen')
if gen ~= ARGV[1] then return { 'GEN', gen or '' } end
local answers = { 'OK' }
for i = 2, #ARGV do
  local first = (i - 2) * 10 + 2
  answers[#answers + 1] = redis.call('GET', KEYS[first])
  for k = first + 1, first + 9 do answers[#answers + 1] = redis.call('ZSCORE', KEYS[k], ARGV[i]) end
end
return answers
`;
