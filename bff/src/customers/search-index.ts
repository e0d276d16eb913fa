import type { RedisClient } from '@karigar/events';
import type { QueryWord } from './customer-terms.ts';
import { countScript, searchScript } from './index-scripts.ts';

/** Customers who were found. */
export interface FoundCustomers {
  readonly uids: readonly string[];
  /** Whether more fit than are named. */
  readonly more: boolean;
}

const nobody: FoundCustomers = { uids: [], more: false };

/** Looked at in one script: about a millisecond. */
const perScript = 1_000;
/** Looked at in all: only words that nearly everybody has, and hardly anybody together, come so far. */
const mostLooks = 30_000;

/** A word of a query by the terms that customers have, the rarest first, and how many do. */
interface CountedWord {
  readonly terms: readonly string[];
  readonly count: number;
}

/**
 * Finds up to `most` customers who fit every word. Goes through those who have the rarest word, some at a time, so that no script holds
 * Redis up. Where it gives up, it says that there may be more.
 */
export async function searchIndex(
  redis: RedisClient,
  key: string,
  query: readonly QueryWord[],
  most: number,
): Promise<FoundCustomers> {
  const evaluate = (script: string, words: readonly string[]) =>
    redis.run((connection) => connection.eval(script, { keys: [key], arguments: [...words] }));
  const words = await counted(query, async (terms) => (await evaluate(countScript, terms)) as number[]);
  const [rarest, ...others] = words.toSorted((one, other) => one.count - other.count);
  if (rarest === undefined || rarest.count === 0) return nobody;
  const rest = others.flatMap(({ terms }) => [String(terms.length), ...terms]);
  const found = new Set<string>();
  let looks = 0;
  for (const term of rarest.terms)
    for (let after = '', more = true; more; ) {
      const answer = await evaluate(searchScript, [term, after, String(perScript), ...rest]);
      const [[looked, last], uids] = answer as [[string, string], string[]];
      for (const uid of uids) found.add(uid);
      looks += Number(looked);
      if (found.size > most) return { uids: [...found].slice(0, most), more: true };
      if (looks >= mostLooks) return { uids: [...found], more: true };
      after = last;
      more = Number(looked) === perScript;
    }
  return { uids: [...found], more: false };
}

/** Counts who has each term, and puts another in the place of a term that nobody has. */
async function counted(
  query: readonly QueryWord[],
  countOf: (terms: readonly string[]) => Promise<readonly number[]>,
): Promise<CountedWord[]> {
  const all = [...new Set(query.flat().flatMap(({ term, instead = term }) => [term, instead]))];
  const counts = all.length === 0 ? [] : await countOf(all);
  const countBy = new Map(all.map((term, at) => [term, counts[at] ?? 0]));
  const count = (term: string): number => countBy.get(term) ?? 0;
  return query.map((word) => {
    const terms = word
      .map(({ term, instead = term }) => (count(term) > 0 ? term : instead))
      .filter((term) => count(term) > 0)
      .toSorted((one, other) => count(one) - count(other));
    return { terms, count: terms.reduce((sum, term) => sum + count(term), 0) };
  });
}
