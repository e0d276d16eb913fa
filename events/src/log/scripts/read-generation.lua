#!lua flags=no-writes
-- Reads read models of one generation, or says that it is not in use any more: a reader that still knows the old number would see
-- frozen and then empty lists after a swap. "no-writes" also keeps reading possible when the memory is full.
-- KEYS meta, then every key that the reads touch (declared, so that a Cluster can check them)
-- ARGV gen, then per read: number of its words, its words (`GET key`, `ZCARD key` …)
-- Answers [ 'GEN' ] or [ 'OK', answer, answer … ]
if redis.call('HGET', KEYS[1], 'gen') ~= ARGV[1] then return { 'GEN' } end
local answers, at = { 'OK' }, 2
while at <= #ARGV do
  local last = at + tonumber(ARGV[at])
  answers[#answers + 1] = redis.call(unpack(ARGV, at + 1, last))
  at = last + 1
end
return answers
