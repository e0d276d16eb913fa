import { join } from 'node:path';
import type { Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import type { AppEnv } from '../http/app-env.ts';
import { answerEncoded, encodedText } from '../http/encoded-text.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { filledPages } from './filled-pages.ts';
import { firstVisitPages } from './first-visit-pages.ts';
import { bytesOrNull, fileCache, releaseFiles } from './release-files.ts';

const compressible = /\.(?:html|js|css|svg|json|webmanifest|txt|map|xml)$/;
const maxCached = 600;

/**
 * Serves the built pages: hashed assets for ever (also those of earlier releases, from `archive`), everything else to be
 * revalidated. A path without a file is a page of the app and gets the build's own HTML for it, else `index.html`; a missing
 * asset is 404, because a page that receives HTML for a script shows nothing at all.
 */
export async function mountPages(
  app: Hono<AppEnv>,
  dist: string,
  archive: string,
  catalogue: Pick<Catalogue, 'current' | 'snapshot'>,
): Promise<void> {
  const files = await releaseFiles(dist);
  const index = files.get('/index.html');
  const firstVisit = await firstVisitPages(dist);
  const filled = filledPages(catalogue);
  const cached = fileCache(maxCached);
  const load = (file: string) =>
    cached(file, async () => {
      const bytes = await bytesOrNull(file);
      // The build's own compressed forms are smaller than what is compressed here.
      const ready = (encoding: string) => bytesOrNull(`${file}.${encoding === 'br' ? 'br' : 'gz'}`);
      return bytes && encodedText(bytes, compressible.test(file) ? ['br', 'gzip'] : [], ready);
    });

  app.get('*', async (c) => {
    c.set('route', '/pages');
    const { path } = c.req;
    const asset = path.startsWith('/assets/');
    if (path.includes('..') || path.includes('\0')) throw missing();
    const named = files.get(path) ?? (/^\/assets\/[\w./-]+$/.test(path) ? join(archive, path) : null);
    const file = named && (await load(named));
    if (file)
      return answerEncoded(c, file, {
        'Content-Type': getMimeType(path) ?? 'application/octet-stream',
        // Whatever names the hashed files, above all the page and its service worker, is revalidated at each visit.
        'Cache-Control': asset ? 'public, max-age=31536000, immutable' : 'no-cache',
      });
    if (asset || looksLikeFile(path) || !index) throw missing();
    const own = firstVisit(path);
    const html = files.get(own?.file ?? '') ?? index;
    // A search shows other tools than the list begins with.
    const tools = own?.tools === 'newest' && c.req.url.includes('?') ? 'none' : own?.tools;
    const page = await (html !== index && tools ? filled(html, tools) : load(html));
    if (!page) throw missing();
    return answerEncoded(c, page, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
    });
  });
}

const missing = () => new ProblemError('NOT_FOUND', 'There is no such file.');

/** `/robots.txt` is meant as a file; `/purchase/tool_1` is a page of the app. */
const looksLikeFile = (path: string) => /\.[a-z0-9]{2,12}$/i.test(path);
