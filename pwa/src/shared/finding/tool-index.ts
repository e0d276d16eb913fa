import type { Tool } from '@karigar/bff/contracts';
import { folded } from '@karigar/bff/written-text';
import MiniSearch, { type Query } from 'minisearch';

/** The words of a text, folded, and split at spaces, hyphens and other signs. */
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
const endings = (word: string): string[] =>
  Array.from({ length: Math.max(0, word.length - 3) }, (_, at) => word.slice(at + 1));

/** Each two neighbouring letters of a word, an underscore standing for its beginning and its end: words that are alike share many. */
const letterPairs = (word: string): string[] =>
  Array.from({ length: word.length + 1 }, (_, at) => `_${word}_`.slice(at, at + 2));

/** How alike two words are, from 0 (nothing in common) to 1: the share of their letter pairs that they have in common (Dice). */
const similarity = (one: string, other: string): number => {
  const pairs = new Set(letterPairs(one));
  const others = new Set(letterPairs(other));
  return (2 * [...pairs].filter((pair) => others.has(pair)).length) / (pairs.size + others.size);
};

/** Each Bangla letter and vowel sign as people type its sound on a Latin keyboard. */
const sounds: Readonly<Record<string, string>> = Object.fromEntries(
  'কk খkh গg ঘgh ঙng চch ছch জj ঝjh ঞn টt ঠth ডd ঢdh ণn তt থth দd ধdh নn পp ফf বb ভbh মm যj রr লl শsh ষsh সs হh ৎt ংng অo আa ইi ঈi উu ঊu ঋri এe ঐoi ওo ঔou াa িi ীi ুu ূu ৃri েe ৈoi োo ৌou ্ ঁ ঃ'
    .split(' ')
    .map((pair) => [pair[0], pair.slice(1)]),
);

/** Writes the Bangla words of a text by their sound ("করাত" is "korat"), so that a Latin keyboard finds them. Leaves other letters. */
const romanised = (text: string): string =>
  text
    // NFC writes ড় ঢ় য় as two characters each.
    .normalize('NFC')
    .replace(/[ডঢ]\u09bc/g, 'র')
    .replace(/য\u09bc/g, 'y')
    // A consonant without a vowel sign is spoken with an "o", except at the end of a word.
    .replace(/[ক-হ](?=[অ-হৎ])/g, '$&অ')
    .replace(/[ঁ-ৎ]/g, (letter) => sounds[letter] ?? letter);

/** Where words are looked for: in a tool's names alone, or in its category and description as well. */
export type Scope = 'names' | 'everything';

/** The words of a catalogue's tools, for finding them. */
export interface ToolIndex {
  /** The ids of the tools that hold every word of the text, in any order, best match first. None for a text without words. */
  find(text: string, scope: Scope): string[];
  /** The ids of at most three tools with a name like the text, nearest first. */
  nearest(text: string): string[];
}

/** How much a match counts: in a name more than in a description, a whole word more than its beginning, and that more than a mistyped one. */
const boost = { name: 10, otherNames: 8, category: 3, description: 1, endings: 3, pairs: 1 };
const weights = { prefix: 0.4, fuzzy: 0.1 };
const fieldsOf: Record<Scope, string[]> = {
  names: ['name', 'otherNames'],
  everything: ['name', 'otherNames', 'category', 'description'],
};
/** The most characters of a text that are looked at: an address may hold any number. */
const longestText = 120;
/** The least similarity of a tool's name to the text, for a tool that is offered in place of what is not found. */
const likeEnough = 0.45;
/** How many tools are taken in at once; the page does whatever else it has to do in between. */
const toolsAtOnce = 10;

const withJoined = (text: string): string[] => {
  const words = wordsOf(text);
  return [...words, ...joined(words)];
};
/** The name, and its sound where it is a Bangla one. */
const withSound = (name: string): string[] => [...new Set([name, romanised(name)])];
const namesOf = (tool: Tool): string[] => [tool.name, ...tool.otherNames.split(',')].flatMap(withSound);

/** The terms of each field. `endings` and `pairs` are of the names alone. */
const termsOf: Record<keyof typeof boost, (tool: Tool) => string[]> = {
  name: (tool) => withSound(tool.name).flatMap(withJoined),
  otherNames: (tool) => tool.otherNames.split(',').flatMap(withSound).flatMap(withJoined),
  category: (tool) => withJoined(tool.category),
  description: (tool) => withJoined(tool.description),
  endings: (tool) => namesOf(tool).flatMap(wordsOf).flatMap(endings),
  pairs: (tool) => namesOf(tool).flatMap(wordsOf).flatMap(letterPairs),
};

/** What a term of the text matches: a word, its beginning, the inside of a name's word, and a word that differs by one typing error. */
function matches(term: string, fields: string[], mistyped: boolean): Query {
  const queries: Query[] = [{ queries: [term], fields, prefix: true }];
  if (term.length >= 3) queries.push({ queries: [term], fields: ['endings'], prefix: true });
  if (mistyped) {
    const isLong = (word: string) => word.length >= 4;
    const boostDocument = (_: string, word: string) => Number(isLong(term) || isLong(word));
    queries.push({ queries: [term], fields, fuzzy: 1, boostDocument });
    // The library counts two swapped letters as two errors.
    if (isLong(term)) queries.push({ queries: swapped(term), fields, boostTerm: () => weights.fuzzy });
  }
  return { combineWith: 'OR', queries };
}

/** What each word of the text matches, by itself or in one with its neighbour. */
function queryOf(words: readonly string[], fields: string[]): Query {
  const alone = words.map((word) => matches(word, fields, mayBeMistyped(word)));
  const together = joined(words).map((term, at) => {
    // One letter of its own is no typing error: "hand x" is not "hand".
    const hasLetter = words.slice(at, at + 2).some((word) => word.length === 1);
    return matches(term, fields, !hasLetter && mayBeMistyped(term));
  });
  const queries = alone.map(
    (query, at): Query => ({
      combineWith: 'OR',
      queries: [query, ...together.slice(Math.max(0, at - 1), at + 1)],
    }),
  );
  return { combineWith: 'AND', queries };
}

/** Makes the index of a catalogue, a few tools at a time, so that the page stays answerable meanwhile. */
export async function indexTools(tools: readonly Tool[]): Promise<ToolIndex> {
  const index = new MiniSearch<Tool>({
    idField: '_id',
    fields: Object.keys(boost),
    extractField: (tool, field) =>
      field === '_id' ? tool._id : termsOf[field as keyof typeof boost](tool).join(' '),
    tokenize: (terms) => terms.split(' '),
    processTerm: (term) => term,
  });
  await index.addAllAsync(tools, { chunkSize: toolsAtOnce });
  const byId = new Map(tools.map((tool) => [tool._id, tool]));
  const wordsIn = (text: string) => wordsOf(text.slice(0, longestText));
  const ids = (query: Query): string[] => index.search(query, { boost, weights }).map(({ id }) => id);
  return {
    find: (text, scope) => ids(queryOf(wordsIn(text), fieldsOf[scope])),
    nearest: (text) => {
      const words = wordsIn(text);
      const likeliest = ids({ queries: [...new Set(words.flatMap(letterPairs))], fields: ['pairs'] });
      const isLike = (id: string) =>
        namesOf(byId.get(id) as Tool)
          .flatMap(wordsOf)
          .some((named) => words.some((word) => similarity(word, named) >= likeEnough));
      return likeliest.slice(0, 12).filter(isLike).slice(0, 3);
    },
  };
}
