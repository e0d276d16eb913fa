import type { Hono } from 'hono';
import { html } from 'hono/html';
import { picturesOf } from '../contracts/page-words.ts';
import { publicCache } from '../http/answers.ts';
import type { AppEnv } from '../http/app-env.ts';
import { answerEncoded, type EncodedText, encodedText } from '../http/encoded-text.ts';
import type { CatalogueSnapshot } from '../tools/catalogue.ts';

/** The public pages that a search engine may list, besides one for each tool, and whether they change with the tools. */
const publicPages = { '/': true, '/tools': true, '/blog': false, '/myportfolio': false, '/privacy': false };
/** What belongs to one person only, or is no page at all. */
const closed = ['/api/', '/dashboard', '/purchase/', '/login', '/signup'];

/** Writes the `robots.txt` of a shop at `origin` (scheme and host). */
export const robotsText = (origin: string): string =>
  ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), `Sitemap: ${origin}/sitemap.xml`, ''].join(
    '\n',
  );

/** The most addresses that a sitemap may hold (sitemaps.org). */
const mostAddresses = 50_000;

/** The tools for sale, and when each was changed. */
type Listed = Pick<CatalogueSnapshot, 'changedAt'> & {
  tools: readonly Pick<CatalogueSnapshot['tools'][number], '_id' | 'image' | 'otherImages'>[];
};

/**
 * Writes the sitemap of a shop at `origin`: its public pages, and the tools that are for sale with their pictures, each with the day and
 * time of its last change where the shop knows it.
 */
export function sitemapXml(origin: string, { tools, changedAt }: Listed): string {
  const newest = [...changedAt.values()].reduce((one, other) => Math.max(one, other), 0);
  const entry = (path: string, changed = 0, images: readonly string[] = []) =>
    html`  <url><loc>${
      origin + path
    }</loc>${changed > 0 && html`<lastmod>${new Date(changed).toISOString()}</lastmod>`}${images.map(
      (image) => html`<image:image><image:loc>${image}</image:loc></image:image>`,
    )}</url>`;
  const entries = [
    ...Object.entries(publicPages).map(([path, changes]) => entry(path, changes ? newest : 0)),
    ...tools.map(({ _id, ...pictured }) =>
      entry(
        `/tools/${encodeURIComponent(_id)}`,
        changedAt.get(_id),
        picturesOf(pictured).flatMap((image) => URL.parse(image, origin)?.href ?? []),
      ),
    ),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">',
    ...entries.slice(0, mostAddresses),
    '</urlset>',
    '',
  ].join('\n');
}

/** Serves both at the root of the shop, under its public address, whatever `Host` the client sends. */
export function mountSearchEngines(app: Hono<AppEnv>, shopUrl: string, listed: () => Promise<Listed>): void {
  let sitemap: { of: Listed; text: EncodedText } | undefined;
  app.get('/robots.txt', (c) => c.text(robotsText(shopUrl), 200, publicCache));
  app.get('/sitemap.xml', async (c) => {
    const of = await listed();
    if (sitemap?.of !== of) sitemap = { of, text: encodedText(sitemapXml(shopUrl, of)) };
    return answerEncoded(c, sitemap.text, { 'Content-Type': 'application/xml; charset=utf-8' });
  });
}
