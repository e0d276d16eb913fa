import { termLength } from './customer-terms.ts';

/** Stands in the place of the terms of a customer who was removed. */
const removed = '-';

/**
 * Adds what is new of each customer, and drops their oldest terms beyond the most.
 *
 * KEYS the index, the terms of each customer   ARGV most terms; then per customer: uid, terms one after another
 */
export const addScript = `#!lua
local index, terms, most = KEYS[1], KEYS[2], tonumber(ARGV[1]) * ${termLength}
for i = 2, #ARGV, 2 do
  local uid, given = ARGV[i], ARGV[i + 1]
  local stored = redis.call('HGET', terms, uid) or ''
  if stored ~= '${removed}' and stored ~= given then
    local has, added, all = {}, {}, stored
    for at = 1, #stored, ${termLength} do has[string.sub(stored, at, at + ${termLength - 1})] = true end
    for at = 1, #given, ${termLength} do
      local term = string.sub(given, at, at + ${termLength - 1})
      if not has[term] then
        has[term] = true
        all = all .. term
        added[#added + 1] = '0'
        added[#added + 1] = term .. uid
      end
    end
    if #added > 0 then
      redis.call('ZADD', index, unpack(added))
      local over = math.max(0, #all - most)
      for at = 1, over, ${termLength} do
        redis.call('ZREM', index, string.sub(all, at, at + ${termLength - 1}) .. uid)
      end
      redis.call('HSET', terms, uid, string.sub(all, over + 1))
    end
  end
end
return 'OK'
`;

/** KEYS the index, the terms of each customer   ARGV uids. May run at any time: a removed customer never comes back. */
export const removeScript = `#!lua
for _, uid in ipairs(ARGV) do
  local stored = redis.call('HGET', KEYS[2], uid)
  if stored ~= '${removed}' then
    for at = 1, #(stored or ''), ${termLength} do
      redis.call('ZREM', KEYS[1], string.sub(stored, at, at + ${termLength - 1}) .. uid)
    end
    redis.call('HSET', KEYS[2], uid, '${removed}')
  end
end
return 'OK'
`;

/** KEYS the index   ARGV terms   Answers how many customers have each. */
export const countScript = `#!lua flags=no-writes
local counts = {}
for i, term in ipairs(ARGV) do
  counts[i] = redis.call('ZLEXCOUNT', KEYS[1], '[' .. term, '(' .. term .. string.char(255))
end
return counts
`;

/**
 * Looks through some customers who have a term for those who have the other terms, too.
 *
 * KEYS the index   ARGV the term, the uid after which to go on ('' to begin), how many to look at; the other terms
 * Answers [ how many were looked at, the last of them ], then those who fit
 */
export const searchScript = `#!lua flags=no-writes
local term = ARGV[1]
local from = ARGV[2] == '' and '[' .. term or '(' .. term .. ARGV[2]
local members = redis.call('ZRANGEBYLEX', KEYS[1], from, '(' .. term .. string.char(255), 'LIMIT', 0, ARGV[3])
local uids = {}
for i, member in ipairs(members) do uids[i] = string.sub(member, ${termLength + 1}) end
local looked, last = #uids, uids[#uids] or ''
for i = 4, #ARGV do
  if #uids == 0 then break end
  for u, uid in ipairs(uids) do members[u] = ARGV[i] .. uid end
  local scores, kept = redis.call('ZMSCORE', KEYS[1], unpack(members, 1, #uids)), {}
  for u, uid in ipairs(uids) do if scores[u] then kept[#kept + 1] = uid end end
  uids = kept
end
return { { tostring(looked), last }, uids }
`;
