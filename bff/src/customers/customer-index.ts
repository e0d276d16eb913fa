import { type RedisClient, redisKeys } from '@karigar/events';
import type { Personal } from '../personal/personal.ts';
import { customerTerms } from './customer-terms.ts';
import { addScript, removeScript } from './index-scripts.ts';
import { type FoundCustomers, searchIndex } from './search-index.ts';

/** Names the follower that writes the index, and the keys of the index. */
export const customersFollower = 'customers';
const indexKey = redisKeys.follower(customersFollower, 'index');
const termsKey = redisKeys.follower(customersFollower, 'terms');

/** More than anybody has who does not fill the index on purpose; then the oldest terms go. */
const mostTerms = 200;
/** Customers per script: a script holds Redis up for less than two milliseconds. */
const perScript = 20;

/** A customer as the index is told of them. */
export interface Customer {
  readonly uid: string;
  readonly terms: readonly string[];
}

/** The blind index of customers. */
export type CustomerIndex = ReturnType<typeof customerIndex>;

/** Opens the blind index of customers, which holds hashes and uids alone. Every method throws `LogUnavailableError` while Redis is away. */
export function customerIndex(redis: RedisClient, { hashOf }: Pick<Personal, 'hashOf'>) {
  const terms = customerTerms(hashOf);
  const inScripts = async <T>(items: readonly T[], run: (some: readonly T[]) => Promise<unknown>) => {
    for (let at = 0; at < items.length; at += perScript) await run(items.slice(at, at + perScript));
  };
  /** Removes customers for good: no later write brings them back, also none that is repeated. */
  const remove = (uids: readonly string[]) =>
    inScripts(uids, (some) =>
      redis.run((connection) =>
        connection.eval(removeScript, { keys: [indexKey, termsKey], arguments: [...some] }),
      ),
    );
  return {
    /** Lists the terms of a customer. */
    termsOf: terms.of,
    /** Adds terms of customers who are not removed. May be repeated. */
    add: (customers: readonly Customer[]) =>
      inScripts(customers, (some) =>
        redis.run((connection) =>
          connection.eval(addScript, {
            keys: [indexKey, termsKey],
            arguments: [
              String(mostTerms),
              ...some.flatMap((customer) => [customer.uid, customer.terms.join('')]),
            ],
          }),
        ),
      ),
    remove,
    /** Empties the index, and forgets who was removed from it. */
    async clear(): Promise<void> {
      await redis.run((connection) => connection.unlink([indexKey, termsKey]));
    },
    /**
     * Finds the customers whom a text means, `most` of them at most; `more` says that others fit as well. Of each word counts at most its
     * longest indexed beginning, unless somebody has the whole word.
     */
    find: (text: string, most = 100): Promise<FoundCustomers> =>
      searchIndex(redis, indexKey, terms.query(text), most),
  };
}
