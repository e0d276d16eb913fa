import { type RedisClient, redisKeys } from '@karigar/events';
import type { Personal } from '../personal/personal.ts';
import { customerTerms } from './customer-terms.ts';
import { addScript, countScript, removeScript, searchScript } from './index-scripts.ts';

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
