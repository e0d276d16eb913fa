import { join } from 'node:path';
import { TrieRouter } from 'hono/router/trie-router';
import { bytesOrNull } from './release-files.ts';

/** The HTML file that the build has made for a page, and the tools whose pictures and words it waits for. */
export interface FirstVisitPage {
  file: string;
  /** 'newest': of the catalogue's first tools. An object: of that one tool. Null: of none. */
  tools: 'newest' | { toolId: string } | null;
}

/** One entry of the build's list; `:id` in its path is the id of a tool. */
interface ListedPage {
  path: string;
  file: string;
  tools?: 'newest' | 'one';
}

/**
 * Reads the build's list of the pages that have an HTML file of their own: it names the page's scripts and may hold its first
 * paint. Gives what finds the page at a path, undefined where the build has made none.
 */
export async function firstVisitPages(dist: string): Promise<(path: string) => FirstVisitPage | undefined> {
  const list = await bytesOrNull(join(dist, 'first-visit', 'pages.json'));
  const router = new TrieRouter<ListedPage>();
  for (const page of JSON.parse(list?.toString() ?? '[]') as ListedPage[]) router.add('GET', page.path, page);
  return (path) => {
    const found = router.match('GET', path.replace(/(?<=.)\/$/, ''))[0][0];
    if (found === undefined) return undefined;
    const [{ file, tools }, { id }] = found as [ListedPage, { id?: string }];
    return { file, tools: tools === 'one' ? { toolId: id ?? '' } : (tools ?? null) };
  };
}
