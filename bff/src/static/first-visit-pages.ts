import { join } from 'node:path';
import { bytesOrNull } from './release-files.ts';

/** The HTML file that the build has made for a page, and the tool whose picture, or whose pictures, it waits for. */
export interface FirstVisitPage {
  readonly file: string;
  /** 'newest': of the catalogue's first tools. An object: of that one tool. Null: of none. */
  readonly pictures: 'newest' | { toolId: string } | null;
}

/** Finds the HTML file that the build has made for the page at a path; undefined when it has made none. */
export type FirstVisitPages = (path: string) => FirstVisitPage | undefined;

/** One entry of the build's list. */
interface ListedPage {
  path: string;
  file: string;
  pictures?: 'newest' | 'one';
}

/**
 * Reads the build's list of the pages that have an HTML file of their own: it names the page's scripts and may hold its
 * first paint. In the list, `:id` stands for one part of a path. A build without a list has no such pages.
 */
export async function firstVisitPages(dist: string): Promise<FirstVisitPages> {
  const list = await bytesOrNull(join(dist, 'first-visit', 'pages.json'));
  if (list === null) return () => undefined;
  const pages = JSON.parse(list.toString()) as ListedPage[];
  const known = pages.map(({ path, ...rest }) => ({ ...rest, parts: path.split('/') }));
  return (path) => {
    const parts = path.length > 1 && path.endsWith('/') ? path.slice(0, -1).split('/') : path.split('/');
    const page = known.find((one) => fits(one.parts, parts));
    if (page === undefined) return undefined;
    const toolId = parts[page.parts.indexOf(':id')] ?? '';
    return {
      file: page.file,
      pictures: page.pictures === 'one' ? { toolId } : (page.pictures ?? null),
    };
  };
}

const fits = (wanted: string[], given: string[]): boolean =>
  wanted.length === given.length &&
  wanted.every((part, place) => part === given[place] || (part === ':id' && given[place] !== ''));
