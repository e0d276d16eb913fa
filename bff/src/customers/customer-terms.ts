import { folded } from '../contracts/written-text.ts';

/** Characters of a term, 6 bits each; two texts of a large shop share a term by chance less than once in a hundred shops. */
export const termLength = 8;

/** Beginnings are indexed from the shortest to the longest number of letters. */
const [shortest, longest] = [3, 10];
/** Of a name, and of what is searched for. */
const mostWords = 8;

/** A word of a query: `instead` takes the place of `term` when no customer has that. */
export interface QueryWord {
  term: string;
  instead: string;
}

/** Letters as Unicode counts them, so that a sign of Bangla is never cut in two. */
const beginning = (text: string, letters: number): string => [...text].slice(0, letters).join('');
const lengthOf = (text: string): number => [...text].length;

/** Both sides of a search are written alike. */
const normal = (text: string): string => text.normalize('NFKC').toLowerCase().trim();

/** Splits text into folded words; an apostrophe is no end of one. */
const wordsOf = (text: string): string[] =>
  folded(text)
    .replace(/['’ʼ`]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');

/**
 * Makes the terms under which a customer is found: keyed hashes of beginnings of their email and of the words of their name. The letters
 * cannot be read from them without the secret behind `hashOf`.
 */
export function customerTerms(hashOf: (text: string) => string) {
  const termOf = (what: 'is' | 'begins', text: string): string =>
    // In Base64 a third shorter than in hex: each customer has twenty.
    Buffer.from(hashOf(`customer ${what} ${text}`), 'hex')
      .toString('base64url')
      .slice(0, termLength);
  /** A whole word is indexed only where no beginning says the same. */
  const isWhole = (word: string): boolean => lengthOf(word) < shortest || lengthOf(word) > longest;

  return {
    /** Lists the terms of a customer, each once. */
    of({ email, name }: { email: string; name: string }): string[] {
      const terms = new Set<string>();
      for (const word of [normal(email), ...wordsOf(name).slice(0, mostWords)]) {
        if (word === '') continue;
        if (isWhole(word)) terms.add(termOf('is', word));
        for (let letters = shortest; letters <= Math.min(lengthOf(word), longest); letters += 1)
          terms.add(termOf('begins', beginning(word, letters)));
      }
      return [...terms];
    },
    /**
     * Splits a search into words, all of which must match. A word with an at sign, or with a dot or the like in its middle, is the beginning
     * of an email.
     */
    query: (text: string): QueryWord[] =>
      normal(text)
        .split(/\s+/)
        .slice(0, mostWords)
        .flatMap((word) => (/@|[^.][._+]./u.test(word) ? [word] : wordsOf(word)))
        .map((word) => {
          const begins = termOf('begins', beginning(word, longest));
          return { term: isWhole(word) ? termOf('is', word) : begins, instead: begins };
        }),
  };
}
