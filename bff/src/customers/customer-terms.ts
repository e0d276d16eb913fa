import { folded } from '../contracts/written-text.ts';

/**
 * The terms under which a customer is found: keyed hashes of beginnings of their email and of the words of their name. Nobody without the
 * shop's secret can tell the letters from them.
 */

/** Characters of a term, 6 bits each; two texts of a large shop share a term by chance less than once in a hundred shops. */
export const termLength = 8;

/** Makes a keyed hash (hex digits) of a text. */
type HashOf = (text: string) => string;

/** Beginnings are indexed from the shortest to the longest number of letters. */
interface Beginnings {
  readonly shortest: number;
  readonly longest: number;
}
const ofEmail: Beginnings = { shortest: 3, longest: 10 };
const ofWord: Beginnings = { shortest: 3, longest: 6 };
/** Of a name, and of what is searched for. */
const mostWords = 8;

/** A word of a query. A customer fits by any of its `terms`; each stands in the place of `instead` when no customer has it. */
export type QueryWord = readonly { readonly term: string; readonly instead?: string }[];

/** Letters as Unicode counts them, so that a sign of Bangla is never cut in two; both sides of a search are written alike. */
const normal = (text: string): string => text.normalize('NFKC').toLowerCase().trim();
const beginning = (text: string, letters: number): string => [...text].slice(0, letters).join('');
const lengthOf = (text: string): number => [...text].length;

/** Splits text into folded words; an apostrophe is no end of one. */
const wordsOf = (text: string): string[] =>
  folded(text)
    .replace(/['’ʼ`]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');

/** Makes terms with the secret behind `hashOf`. */
export function customerTerms(hashOf: HashOf) {
  const termOf = (what: string, text: string): string =>
    // In Base64 a third shorter than in hex: each customer has twenty.
    Buffer.from(hashOf(`customer ${what} ${text}`), 'hex')
      .toString('base64url')
      .slice(0, termLength);
  const emailIs = (email: string): string => termOf('email is', email);
  const emailBegins = (text: string): string => termOf('email begins', text);
  const wordIs = (word: string): string => termOf('word is', word);
  const wordBegins = (text: string): string => termOf('word begins', text);

  const beginnings = (text: string, { shortest, longest }: Beginnings): string[] => {
    const length = Math.min(lengthOf(text), longest);
    return Array.from({ length: Math.max(0, length - shortest + 1) }, (_, more) =>
      beginning(text, shortest + more),
    );
  };
  /** Whole words are indexed only where no beginning says the same. */
  const isWhole = (word: string): boolean =>
    lengthOf(word) < ofWord.shortest || lengthOf(word) > ofWord.longest;

  const emailQuery = (email: string, whole: boolean): QueryWord => {
    const length = lengthOf(email);
    if (length < ofEmail.shortest) return [];
    const begins = emailBegins(beginning(email, ofEmail.longest));
    if (length <= ofEmail.longest) return [{ term: begins }];
    return [whole ? { term: emailIs(email), instead: begins } : { term: begins }];
  };
  const wordQuery = (word: string): QueryWord => {
    if (lengthOf(word) < ofWord.shortest) return [{ term: wordIs(word) }];
    const begins = wordBegins(beginning(word, ofWord.longest));
    return [isWhole(word) ? { term: wordIs(word), instead: begins } : { term: begins }];
  };

  return {
    /** Lists the terms of a customer, each once. */
    of({ email, name }: { readonly email: string; readonly name: string }): string[] {
      const address = normal(email);
      const words = wordsOf(name).slice(0, mostWords);
      return [
        ...new Set([
          ...(address === '' ? [] : [emailIs(address)]),
          ...beginnings(address, ofEmail).map(emailBegins),
          ...words.filter(isWhole).map(wordIs),
          ...words.flatMap((word) => beginnings(word, ofWord)).map(wordBegins),
        ]),
      ];
    },
    /**
     * Reads what somebody looks for, word by word, all of which have to fit; a word that cannot be found is empty. With an at sign, or with
     * a dot or the like in its middle, a word is read as the beginning of an email, else as one of a name or of an email.
     */
    query(text: string): QueryWord[] {
      const given = normal(text)
        .split(/\s+/)
        .filter((word) => word !== '')
        .slice(0, mostWords);
      return given.flatMap((word): QueryWord[] => {
        if (/@|[^.][._+]./u.test(word)) return [emailQuery(word, true)];
        const words = wordsOf(word);
        if (words.length !== 1) return words.map(wordQuery);
        return words.map((one) => [...wordQuery(one), ...emailQuery(one, false)]);
      });
    },
  };
}
