import { join } from 'node:path';
import { bytesOrNull } from './release-files.ts';

/** Finds the HTML file that the build has made for the page at a path; undefined when it has made none. */
export type FirstVisitPages = (path: string) => string | undefined;

/**
 * Reads the build's list of the pages that have an HTML file of their own: it names the page's scripts and may hold its
 * first paint. In the list, `:id` stands for one part of a path. A build without a list has no such pages.
 */
export async function firstVisitPages(dist: string): Promise<FirstVisitPages> {
  const list = await bytesOrNull(join(dist, 'first-visit', 'pages.json'));
  if (list === null) return () => undefined;
  const pages = JSON.parse(list.toString()) as { path: string; file: string }[];
  const known = pages.map(({ path, file }) => ({ parts: path.split('/'), file }));
  return (path) => {
    const parts = path.length > 1 && path.endsWith('/') ? path.slice(0, -1).split('/') : path.split('/');
    return known.find((page) => fits(page.parts, parts))?.file;
  };
}

const fits = (wanted: string[], given: string[]): boolean =>
  wanted.length === given.length &&
  wanted.every((part, place) => part === given[place] || (part === ':id' && given[place] !== ''));
