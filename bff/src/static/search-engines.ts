import type { Hono } from 'hono';
import type { Tool } from '../contracts/tool.ts';
import { publicCache } from '../http/answers.ts';
import type { AppEnv } from '../http/app-env.ts';
import { answerEncoded, type EncodedText, encodedText } from '../http/encoded-text.ts';

/** The public pages that a search engine may list, besides one for each tool. */
const publicPages = ['/', '/tools', '/blog', '/myportfolio', '/privacy'];
/** What belongs to one person only, or is no page at all. */
const closed = ['/api/', '/dashboard', '/purchase/', '/login', '/signup'];

/** Writes the `robots.txt` of a shop at `origin` (scheme and host). */
export const robotsText = (origin: string): string =>
  ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), `Sitemap: ${origin}/sitemap.xml`, ''].join(
    '\n',
  );

/** The most addresses that a sitemap may hold (sitemaps.org). */
const mostAddresses = 50_000;

/** Writes the sitemap of a shop at `origin`: its public pages and the tools that are for sale. */
export function sitemapXml(origin: string, tools: readonly Pick<Tool, '_id'>[]): string {
  const paths = [...publicPages, ...tools.map((tool) => `/tools/${encodeURIComponent(tool._id)}`)];
  const entries = paths
    .slice(0, mostAddresses)
    .map((path) => `  <url><loc>${escaped(origin + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/** Serves both at the root of the shop, under its public address, whatever `Host` the client sends. */
export function mountSearchEngines(
  app: Hono<AppEnv>,
  shopUrl: string,
  tools: () => Promise<readonly Pick<Tool, '_id'>[]>,
): void {
  let sitemap: { tools: unknown; text: EncodedText } | undefined;
  app.get('/robots.txt', (c) => c.text(robotsText(shopUrl), 200, publicCache));
  app.get('/sitemap.xml', async (c) => {
    const listed = await tools();
    if (sitemap?.tools !== listed)
      sitemap = { tools: listed, text: encodedText(sitemapXml(shopUrl, listed)) };
    return answerEncoded(c, sitemap.text, { 'Content-Type': 'application/xml; charset=utf-8' });
  });
}

const escaped = (text: string) => text.replace(/[&<>'"]/g, (character) => `&#${character.charCodeAt(0)};`);
