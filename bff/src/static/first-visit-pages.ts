import { join } from 'node:path';
import { TrieRouter } from 'hono/router/trie-router';
import { bytesOrNull } from './release-files.ts';

/** One entry of the build's list of pages. */
interface ListedPage {
  /** Its addresses, the one that search engines shall show first; `:id` in them is the id of a tool. */
  paths: readonly [string, ...string[]];
  /** The HTML file that the build has made for it. */
  file: string;
  /** Whose pictures and words it waits for: those of the catalogue's first tools, or of the one tool in its address. */
  tools?: 'newest' | 'one';
  title: string;
  description: string;
}

/** A page that anyone sees, at the address that was asked for. */
export interface FirstVisitPage extends Omit<ListedPage, 'paths'> {
  /** The address that search engines shall show. Of the page of one tool: where `:id` is to be put in. */
  path: string;
  /** The id of the tool in the address; null where the page is of no tool. */
  toolId: string | null;
  /** The pages above this one, the home page first. */
  above: readonly { title: string; path: string }[];
}

/**
 * Reads the build's list of the pages that have an HTML file of their own: it names the page's scripts and may hold its first
 * paint. Gives what finds the page at a path, undefined where the build has made none.
 */
export async function firstVisitPages(dist: string): Promise<(path: string) => FirstVisitPage | undefined> {
  const list = await bytesOrNull(join(dist, 'first-visit', 'pages.json'));
  const listed = JSON.parse(list?.toString() ?? '[]') as ListedPage[];
  const router = new TrieRouter<FirstVisitPage>();
  for (const { paths, ...page } of listed) {
    const [path] = paths;
    const above = listed
      .map((other) => ({ title: other.title, path: other.paths[0] }))
      .filter((other) => path !== other.path && path.startsWith(`${other.path}/`.replace('//', '/')))
      .sort((one, other) => one.path.length - other.path.length);
    for (const each of paths) router.add('GET', each, { ...page, path, toolId: null, above });
  }
  return (path) => {
    const found = router.match('GET', path.replace(/(?<=.)\/$/, ''))[0][0];
    if (found === undefined) return undefined;
    const [page, { id }] = found as [FirstVisitPage, { id?: string }];
    return page.tools === 'one' ? { ...page, toolId: id ?? '' } : page;
  };
}
