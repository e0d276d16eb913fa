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
