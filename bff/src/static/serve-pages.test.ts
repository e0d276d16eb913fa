import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerProblem } from '../http/answers.ts';
import type { AppEnv } from '../http/app-env.ts';
import { problemOf } from '../problem/problem-of.ts';
import { archiveAssets } from './release-files.ts';
import { mountPages } from './serve-pages.ts';

let folder: string;
let dist: string;
let kept: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'karigar-pages-'));
  dist = join(folder, 'dist');
  kept = join(folder, 'kept');
  await release('one');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const script = (name: string) => `console.log(${JSON.stringify(name.repeat(400))})`;

/** Builds a release whose only script is named after it. */
async function release(name: string): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(join(dist, 'assets', 'online'), { recursive: true });
  await writeFile(join(dist, 'index.html'), `<script src="/assets/app-${name}.js"></script>`);
  await writeFile(join(dist, 'sw.js'), `// ${name}`);
  await writeFile(join(dist, 'assets', `app-${name}.js`), script(name));
  await writeFile(join(dist, 'assets', 'online', `pay-${name}.js`), '// pay');
}

const away = () => Promise.reject(new Error('No catalogue'));
const noTools = { current: () => null, snapshot: away, rating: away, wasSold: away };
const shop = { shopUrl: 'https://shop.example', contact: { phone: '', email: '', address: '' } };

async function pages(): Promise<Hono<AppEnv>> {
  const app = new Hono<AppEnv>();
  app.onError((error, c) => answerProblem(c, problemOf(error)));
  await archiveAssets(dist, kept);
  await mountPages(app, dist, kept, noTools, shop);
  return app;
}

describe('serving the built pages', () => {
  it('gives index.html for every page of the app, to be asked for again', async () => {
    const app = await pages();
    for (const path of ['/', '/purchase/tool_1', '/dashboard/payment/ord_1']) {
      const answer = await app.request(path);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('/assets/app-one.js');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    }
  });

  it('gives a page the HTML that the build has made for it', async () => {
    await mkdir(join(dist, 'first-visit'));
    await writeFile(join(dist, 'first-visit', 'tool.html'), '<p>first paint</p>');
    const list = [{ paths: ['/tools/:id'], file: '/first-visit/tool.html', title: 'Tool', description: '' }];
    await writeFile(join(dist, 'first-visit', 'pages.json'), JSON.stringify(list));
    const app = await pages();
    const own = await app.request('/tools/t1');
    expect(await own.text()).toBe('<p>first paint</p>');
    expect(own.headers.get('cache-control')).toBe('no-cache');
    expect(own.headers.get('x-robots-tag')).toBeNull();
    expect(own.headers.get('content-type')).toContain('text/html');
    expect(await (await app.request('/tools')).text()).toContain('/assets/app-one.js');
  });

  it('gives hashed assets for ever and the service worker to be asked for again', async () => {
    const app = await pages();
    const asset = await app.request('/assets/online/pay-one.js');
    expect(asset.headers.get('cache-control')).toContain('immutable');
    expect(asset.headers.get('content-type')).toContain('javascript');
    expect((await app.request('/sw.js')).headers.get('cache-control')).toBe('no-cache');
  });

  it('never gives a page for a missing asset or file', async () => {
    const app = await pages();
    for (const path of [
      '/assets/app-none.js',
      '/robots.txt',
      '/assets/..%2f..%2fetc/passwd',
      '/assets/',
      '/assets/app-one.js/x',
      `/assets/${'a'.repeat(300)}.js`,
      '/x.php',
    ]) {
      expect([path, (await app.request(path)).status]).toEqual([path, 404]);
    }
  });

  it('still gives the assets of an earlier release, until they are a month old', async () => {
    await pages();
    await release('two');
    const app = await pages();
    expect(await (await app.request('/assets/app-one.js')).text()).toBe(script('one'));
    expect(await (await app.request('/assets/app-two.js')).text()).toBe(script('two'));
    const longAgo = new Date(Date.now() - 40 * 86_400_000);
    await utimes(join(kept, 'assets', 'app-one.js'), longAgo, longAgo);
    const later = await pages();
    expect((await later.request('/assets/app-one.js')).status).toBe(404);
    expect((await later.request('/assets/app-two.js')).status).toBe(200);
  });

  it('compresses for those who can read it, each form with a tag of its own', async () => {
    const app = await pages();
    const ask = (encoding: string, tag = '') =>
      app.request('/assets/app-one.js', { headers: { 'Accept-Encoding': encoding, 'If-None-Match': tag } });
    const brotli = await ask('gzip, deflate, br');
    expect(brotli.headers.get('content-encoding')).toBe('br');
    expect(brotli.headers.get('vary')).toBe('Accept-Encoding');
    expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).toBe(script('one'));
    expect((await ask('gzip;q=1, br;q=0')).headers.get('content-encoding')).toBe('gzip');
    const plain = await ask('identity');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('etag')).not.toBe(brotli.headers.get('etag'));
    expect((await ask('br', brotli.headers.get('etag') ?? '')).status).toBe(304);
  });

  it('prefers the compressed form that the build has made', async () => {
    await writeFile(join(dist, 'assets', 'app-one.js.br'), 'made by the build');
    const answer = await (await pages()).request('/assets/app-one.js', {
      headers: { 'Accept-Encoding': 'br' },
    });
    expect(await answer.text()).toBe('made by the build');
  });
});
