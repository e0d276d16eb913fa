import { type RedisClient, redisKeys } from '@karigar/events';
import type { UserRecords } from '../people/user-records.ts';
import type { Personal } from '../personal/personal.ts';
import { customerTerms, termLength } from './customer-terms.ts';

/** Names the follower that writes the index, and the keys of the index. */
export const customersFollower = 'customers';
/** The index, and the terms of each customer. */
const keys = [redisKeys.follower(customersFollower, 'index'), redisKeys.follower(customersFollower, 'terms')];

/** More than anybody has who does not fill the index on purpose; then the oldest terms go. */
const mostTerms = 200;
/** Customers per script: a script holds Redis up for less than two milliseconds. */
const perScript = 20;
/** Customers looked at in one script of a search: about a millisecond. */
const perLook = 1_000;
/** Looked at in all: only words that nearly everybody has, and hardly anybody together, come so far. */
const mostLooks = 30_000;

/** A customer as the index is told of them. */
export interface Customer {
  uid: string;
  terms: readonly string[];
}

/** Customers who were found; `more` says that others fit as well. */
export interface FoundCustomers {
  uids: readonly string[];
  more: boolean;
}

/** The blind index of customers. */
export type CustomerIndex = ReturnType<typeof customerIndex>;

/** Opens the blind index of customers, which holds hashes and uids alone. Every method throws `LogUnavailableError` while Redis is away. */
export function customerIndex(redis: RedisClient, { hashOf }: Pick<Personal, 'hashOf'>) {
  const terms = customerTerms(hashOf);
  const evaluate = (script: string, words: readonly string[]) =>
    redis.commands.eval(script, { keys, arguments: [...words] });
  return {
    /** Lists the terms of a customer. */
    termsOf: terms.of,
    /** Adds terms of customers who are not removed. May be repeated. */
    async add(customers: readonly Customer[]): Promise<void> {
      for (let at = 0; at < customers.length; at += perScript) {
        const some = customers.slice(at, at + perScript);
        const given = some.flatMap((customer) => [customer.uid, customer.terms.join('')]);
        await evaluate(addScript, [String(mostTerms), ...given]);
      }
    },
    /** Removes customers for good: no later write brings them back, also none that is repeated. */
    async remove(uids: readonly string[]): Promise<void> {
      for (let at = 0; at < uids.length; at += perScript)
        await evaluate(removeScript, uids.slice(at, at + perScript));
    },
    /** Empties the index, and forgets who was removed from it. */
    async clear(): Promise<void> {
      await redis.commands.unlink(keys);
    },
    /**
     * Finds up to `most` customers who fit every word of a text. Goes through those who have the rarest word, some at a time, so that no
     * script holds Redis up. Where it gives up, it says that there may be more.
     */
    async find(text: string, most = 100): Promise<FoundCustomers> {
      const query = terms.query(text);
      const counts = (await evaluate(
        countScript,
        query.flatMap(({ term, instead }) => [term, instead]),
      )) as number[];
      const [rarest, ...others] = query
        .map(({ term, instead }, at) => {
          const [ofTerm = 0, ofInstead = 0] = counts.slice(2 * at);
          return ofTerm > 0 ? { term, count: ofTerm } : { term: instead, count: ofInstead };
        })
        .toSorted((one, other) => one.count - other.count);
      const found: string[] = [];
      if (rarest === undefined || rarest.count === 0) return { uids: found, more: false };
      for (let after = '', looks = 0; looks < mostLooks; ) {
        const rest = others.map(({ term }) => term);
        const answer = await evaluate(searchScript, [rarest.term, after, String(perLook), ...rest]);
        const [[looked, last], uids] = answer as [[string, string], string[]];
        found.push(...uids);
        if (found.length > most) return { uids: found.slice(0, most), more: true };
        if (Number(looked) < perLook) return { uids: found, more: false };
        looks += perLook;
        after = last;
      }
      return { uids: found, more: true };
    },
  };
}

/** What finding works with. */
interface FindParts {
  customers: Pick<CustomerIndex, 'find'>;
  users: Pick<UserRecords, 'accountsAt'>;
}

/**
 * Makes what finds the accounts of customers by the beginning of an email or by words of a name, `most` of them at most. A whole email also
 * means the person who signs in with it, also where their orders name another address. Throws `LogUnavailableError`.
 */
export const findCustomers =
  ({ customers, users }: FindParts) =>
  async (text: string, most = 100): Promise<FoundCustomers> => {
    const [found, accounts] = await Promise.all([
      customers.find(text, most),
      text.includes('@') ? users.accountsAt(text) : [],
    ]);
    const uids = [...new Set([...accounts, ...found.uids])];
    return { uids: uids.slice(0, most), more: found.more || uids.length > most };
  };

/** Stands in the place of the terms of a customer who was removed. */
const removed = '-';

/**
 * Adds what is new of each customer, and drops their oldest terms beyond the most.
 *
 * KEYS the index, the terms of each customer   ARGV most terms; then per customer: uid, terms one after another
 */
const addScript = `#!lua
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
const removeScript = `#!lua
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
const countScript = `#!lua flags=no-writes
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
const searchScript = `#!lua flags=no-writes
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
