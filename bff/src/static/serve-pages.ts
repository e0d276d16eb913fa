import { join } from 'node:path';
import type { Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { LRUCache } from 'lru-cache';
import type { AppEnv } from '../http/app-env.ts';
import { answerEncoded, type EncodedText, encodedText } from '../http/encoded-text.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { filledPages, type ToolSource } from './filled-pages.ts';
import { firstVisitPages } from './first-visit-pages.ts';
import type { KnownShop } from './page-head.ts';
import { bytesOrNull, releaseFiles } from './release-files.ts';

const compressible = /\.(?:html|js|css|svg|json|webmanifest|txt|map|xml)$/;
const maxCached = 600;

/**
 * Serves the built pages: hashed assets for ever (also those of earlier releases, from `archive`), everything else to be
 * revalidated. A path without a file is a page of the app and gets the build's own HTML for it, else `index.html`; a missing
 * asset is 404, because a page that receives HTML for a script shows nothing at all. Search engines may list only
 * the pages that the build has made for anyone.
 */
export async function mountPages(
  app: Hono<AppEnv>,
  dist: string,
  archive: string,
  tools: ToolSource,
  shop: KnownShop,
): Promise<void> {
  const files = await releaseFiles(dist);
  const index = files.get('/index.html');
  const firstVisit = await firstVisitPages(dist);
  const filled = filledPages(tools, shop);
  const cached = new LRUCache<string, EncodedText>({
    max: maxCached,
    // What is missing or failed is read again: another process may be archiving it.
    async fetchMethod(file) {
      const bytes = await bytesOrNull(file);
      // The build's own compressed forms are smaller than what is compressed here.
      const ready = (encoding: string) => bytesOrNull(`${file}.${encoding === 'br' ? 'br' : 'gz'}`);
      return bytes ? encodedText(bytes, compressible.test(file) ? ['br', 'gzip'] : [], ready) : undefined;
    },
  });

  app.get('*', async (c) => {
    c.set('route', '/pages');
    const { path } = c.req;
    const asset = path.startsWith('/assets/');
    if (path.includes('..') || path.includes('\0')) throw missing();
    const named = files.get(path) ?? (/^\/assets\/[\w./-]+$/.test(path) ? join(archive, path) : null);
    const file = named && (await cached.fetch(named));
    if (file)
      return answerEncoded(c, file, {
        'Content-Type': getMimeType(path) ?? 'application/octet-stream',
        // Whatever names the hashed files, above all the page and its service worker, is revalidated at each visit.
        'Cache-Control': asset ? 'public, max-age=31536000, immutable' : 'no-cache',
      });
    if (asset || looksLikeFile(path) || !index) throw missing();
    const own = firstVisit(path);
    const html = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' };
    const unlisted = { ...html, 'X-Robots-Tag': 'noindex' };
    if (own === undefined) {
      const plain = await cached.fetch(index);
      if (!plain) throw missing();
      return answerEncoded(c, plain, unlisted);
    }
    const page = await filled(files.get(own.file) ?? index, own, c.req.url.includes('?'));
    if (!page) throw missing();
    return answerEncoded(c, page.text, page.status === 200 ? html : unlisted, page.status);
  });
}

const missing = () => new ProblemError('NOT_FOUND', 'There is no such file.');

/** `/robots.txt` is meant as a file; `/purchase/tool_1` is a page of the app. */
const looksLikeFile = (path: string) => /\.[a-z0-9]{2,12}$/i.test(path);
