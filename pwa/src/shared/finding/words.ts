import { folded } from '@karigar/bff/written-text';

/** The words of a text, folded: what stands between spaces, hyphens and other signs. */
export const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');

/** Each two neighbours as one word, so that "hand saw", "hand-saw" and "handsaw" meet. */
export const joined = (words: readonly string[]): string[] =>
  words.slice(1).map((word, index) => `${words[index]}${word}`);

/**
 * Whether a word may be mistyped: it, or the word that is meant, has four letters at least. A number that differs in a digit is another
 * number.
 */
export const mayBeMistyped = (word: string): boolean => word.length >= 3 && !/\p{N}/u.test(word);

/** The word with each two neighbouring letters swapped. */
export const swapped = (word: string): string[] =>
  Array.from({ length: word.length - 1 }, (_, at) => at)
    .filter((at) => word[at] !== word[at + 1])
    .map((at) => `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`);

/** The ends of a word, of three letters and more, itself left out: "driver" is one of "screwdriver". */
export const endings = (word: string): string[] =>
  Array.from({ length: Math.max(0, word.length - 3) }, (_, at) => word.slice(at + 1));

/** Each two neighbouring letters of a word, an underscore standing for its beginning and its end: words that are alike share many. */
export const letterPairs = (word: string): string[] =>
  Array.from({ length: word.length + 1 }, (_, at) => `_${word}_`.slice(at, at + 2));

/** How alike two words are, from 0 (nothing in common) to 1: the share of their letter pairs that they have in common (Dice). */
export const similarity = (one: string, other: string): number => {
  const pairs = new Set(letterPairs(one));
  const others = new Set(letterPairs(other));
  return (2 * [...pairs].filter((pair) => others.has(pair)).length) / (pairs.size + others.size);
};
