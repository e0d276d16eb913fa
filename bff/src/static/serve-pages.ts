import { join } from 'node:path';
import type { Context, Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { chosenEncoding, type Encoding } from '../http/accepted-encoding.ts';
import { matchesTag } from '../http/answers.ts';
import type { AppEnv } from '../http/app-env.ts';
import { requestHeader } from '../http/request-header.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { type EncodedFile, encodedFile, fileCache } from './encoded-file.ts';
import { filledPages } from './filled-pages.ts';
import { firstVisitPages } from './first-visit-pages.ts';
import { type ReleaseFile, releaseFiles } from './release-files.ts';

const immutable = 'public, max-age=31536000, immutable';
/** Revalidated at each visit: whatever names the hashed files, above all the page and its service worker. */
const revalidate = 'no-cache';
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
  const files = new Map((await releaseFiles(dist)).map((one) => [one.path, one]));
  const index = files.get('/index.html');
  const firstVisit = await firstVisitPages(dist);
  const filled = filledPages(catalogue);
  const cached = fileCache(maxCached);
  const load = (release: ReleaseFile, encoding: Encoding) =>
    cached(`${encoding} ${release.file}`, () => encodedFile(release, encoding));

  app.get('*', async (c) => {
    c.set('route', '/pages');
    const { path } = c.req;
    const encoding = chosenEncoding(requestHeader(c, 'accept-encoding'));
    const asset = path.startsWith('/assets/');
    if (path.includes('..') || path.includes('\0')) throw missing();
    const release = files.get(path) ?? (asset ? archivedAsset(archive, path) : undefined);
    if (release) {
      const file = await load(release, encoding);
      if (file) return answer(c, release.path, file, asset ? immutable : revalidate);
    }
    if (asset || looksLikeFile(path) || !index) throw missing();
    const own = firstVisit(path);
    const html = files.get(own?.file ?? '') ?? index;
    // A search shows other tools than the list begins with.
    const tools = own?.tools === 'newest' && c.req.url.includes('?') ? 'none' : own?.tools;
    const page = await (html !== index && tools ? filled(html, tools, encoding) : load(html, encoding));
    if (!page) throw missing();
    return answer(c, html.path, page, revalidate);
  });
}

const missing = () => new ProblemError('NOT_FOUND', 'There is no such file.');

/** `/robots.txt` is meant as a file; `/purchase/tool_1` is a page of the app. */
const looksLikeFile = (path: string): boolean => /\.[a-z0-9]{2,12}$/i.test(path);

const archivedAsset = (folder: string, path: string): ReleaseFile | undefined =>
  /^\/assets\/[\w./-]+$/.test(path) ? { path, file: join(folder, path) } : undefined;

function answer(c: Context<AppEnv>, path: string, file: EncodedFile, cache: string): Response {
  const headers: Record<string, string> = { 'Cache-Control': cache, ETag: file.tag, Vary: 'Accept-Encoding' };
  if (matchesTag(requestHeader(c, 'if-none-match'), file.tag)) return c.body(null, 304, headers);
  headers['Content-Type'] = getMimeType(path) ?? 'application/octet-stream';
  if (file.encoding !== 'identity') headers['Content-Encoding'] = file.encoding;
  return c.body(file.bytes, 200, headers);
}
