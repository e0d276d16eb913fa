import type { Tool } from '@karigar/bff/contracts';
import MiniSearch, { type Query } from 'minisearch';
import { categoryOf, otherNamesOf } from '../tools/tool-words.ts';
import { romanised } from './romanised.ts';
import { endings, joined, letterPairs, mayBeMistyped, similarity, swapped, wordsOf } from './words.ts';

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
const namesOf = (tool: Tool): string[] => [tool.name, ...otherNamesOf(tool).split(',')].flatMap(withSound);

/** The terms of each field. `endings` and `pairs` are of the names alone. */
const termsOf: Record<keyof typeof boost, (tool: Tool) => string[]> = {
  name: (tool) => withSound(tool.name).flatMap(withJoined),
  otherNames: (tool) => otherNamesOf(tool).split(',').flatMap(withSound).flatMap(withJoined),
  category: (tool) => withJoined(categoryOf(tool)),
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
