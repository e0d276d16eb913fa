import type { Context, Hono } from 'hono';
import type { Tool } from '../contracts/tool.ts';
import { publicCache } from '../http/answers.ts';
import type { AppEnv } from '../http/app-env.ts';
import { ProblemError } from '../problem/problem-error.ts';

/** The public pages that a search engine may list, besides one for each tool. */
const publicPages = ['/', '/tools', '/blog', '/myportfolio', '/privacy'];
/** What belongs to one person only, or is no page at all. */
const closed = ['/api/', '/dashboard', '/purchase/', '/login', '/signup'];

/** Writes the `robots.txt` of a shop at `origin` (scheme and host). */
export const robotsText = (origin: string): string =>
  ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), `Sitemap: ${origin}/sitemap.xml`, ''].join(
    '\n',
  );

/** Writes the sitemap of a shop at `origin`: its public pages and every tool that is for sale. */
export function sitemapXml(origin: string, tools: readonly Pick<Tool, '_id'>[]): string {
  const paths = [...publicPages, ...tools.map((tool) => `/tools/${encodeURIComponent(tool._id)}`)];
  // The Host header is repeated for each tool, so it is escaped once.
  const begin = escaped(origin);
  const entries = paths.map((path) => `  <url><loc>${begin}${escaped(path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/** Serves both at the root of the shop, under the address that the client used. */
export function mountSearchEngines(
  app: Hono<AppEnv>,
  tools: () => Promise<readonly Pick<Tool, '_id'>[]>,
): void {
  app.get('/robots.txt', (c) => c.text(robotsText(originOf(c)), 200, publicCache));
  app.get('/sitemap.xml', async (c) =>
    c.body(sitemapXml(originOf(c), await tools()), 200, {
      ...publicCache,
      'Content-Type': 'application/xml; charset=utf-8',
    }),
  );
}

/** The longest name of a host (RFC 1035, 2.3.4) with a port: what is longer would be repeated for each tool. */
const longestHost = 253 + 6;

/**
 * Tells the shop's origin as the client sees it: a proxy in front may speak https while the server speaks http. Throws
 * ProblemError 400 for a host that cannot be one.
 */
function originOf(c: Context<AppEnv>): string {
  const { protocol, host } = new URL(c.req.url);
  if (host.length > longestHost) throw new ProblemError('MALFORMED', 'The Host header is too long.');
  return `${c.req.header('x-forwarded-proto') === 'https' ? 'https:' : protocol}//${host}`;
}

const escaped = (text: string): string =>
  text.replace(/[&<>'"]/g, (character) => `&#${character.charCodeAt(0)};`);
