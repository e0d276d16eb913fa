import type { Target, Words } from './tab.ts';

/** A target as JSON carries it into the page. */
export interface SentTarget {
  by: Target['by'];
  role: string | null;
  words: { source: string; flags: string } | string | null;
  inside: SentTarget | null;
}

const sentWords = (words: Words | undefined) =>
  words instanceof RegExp ? { source: words.source, flags: words.flags } : (words ?? null);

/** Makes JSON of a target. */
export const sentTarget = (target: Target): SentTarget => ({
  by: target.by,
  role: target.by === 'role' ? target.role : null,
  words: sentWords(target.words),
  inside: target.inside === undefined ? null : sentTarget(target.inside),
});

/** What Testing Library's queries look like to `findInPage`. */
interface Queries {
  queryAllByRole(from: Element, role: string, options: { name?: unknown; hidden: true }): Element[];
  queryAllByText(from: Element, words: unknown): Element[];
  queryAllByLabelText(from: Element, words: unknown): Element[];
}

/**
 * Runs inside the page, so it knows nothing but its argument: gives the first visible element that fits, null when there is none, and 'no
 * queries' where Testing Library has to be loaded into the page first.
 */
export function findInPage(target: SentTarget): Element | null | 'no queries' {
  const { TestingLibraryDom: queries } = globalThis as { TestingLibraryDom?: Queries };
  if (queries === undefined) return 'no queries';
  const all = ({ by, role, words, inside }: SentTarget): Element[] => {
    const from = inside === null ? [document.body] : all(inside);
    const wanted =
      words !== null && typeof words === 'object' ? new RegExp(words.source, words.flags) : words;
    const query = (root: Element) => {
      if (by === 'text') return queries.queryAllByText(root, wanted);
      if (by === 'label') return queries.queryAllByLabelText(root, wanted);
      // What is hidden is left out below: by the library that takes seconds a page.
      return queries.queryAllByRole(root, role ?? '', {
        hidden: true,
        ...(wanted === null ? {} : { name: wanted }),
      });
    };
    const found = from.flatMap(query);
    return found.filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      const isShown = width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
      return isShown && element.closest('[inert], [aria-hidden="true"]') === null;
    });
  };
  return all(target)[0] ?? null;
}
