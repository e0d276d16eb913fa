import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { AppEnv } from '../http/app-env.ts';
import { mountSearchEngines, robotsText, sitemapXml } from './search-engines.ts';

describe('what search engines are told', () => {
  it('lists the public pages and every tool', () => {
    const xml = sitemapXml('https://shop.example', [{ _id: 't1' }]);
    for (const path of ['/', '/tools', '/blog', '/myportfolio', '/privacy', '/tools/t1']) {
      expect(xml).toContain(`<loc>https://shop.example${path}</loc>`);
    }
    expect(xml).not.toContain('dashboard');
  });

  it('keeps the pages of one person out', () => {
    expect(robotsText('https://shop.example')).toMatch(/Disallow: \/dashboard\n/);
  });

  it('names the shop by its public address, whatever host the client asks for', async () => {
    const app = new Hono<AppEnv>();
    mountSearchEngines(app, 'https://shop.example', async () => [{ _id: 'a&b' }]);
    const ask = (path: string) =>
      app.request(`http://evil.example/${path}`, { headers: { 'X-Forwarded-Proto': 'gopher' } });
    const robots = await (await ask('robots.txt')).text();
    expect(robots).toContain('Sitemap: https://shop.example/sitemap.xml');
    const sitemap = await ask('sitemap.xml');
    expect(sitemap.headers.get('content-type')).toContain('xml');
    const xml = await sitemap.text();
    expect(xml).toContain('<loc>https://shop.example/tools/a%26b</loc>');
    expect(xml + robots).not.toMatch(/evil|gopher/);
  });

  it('writes the sitemap once for each catalogue, and not again to a client that has it', async () => {
    let read = 0;
    const toolOf = (id: string) => ({
      get _id() {
        read += 1;
        return id;
      },
    });
    let tools = Array.from({ length: 30 }, (_, number) => toolOf(`t${number}`));
    const app = new Hono<AppEnv>();
    mountSearchEngines(app, 'https://shop.example', async () => tools);
    const ask = (tag = '') =>
      app.request('/sitemap.xml', { headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': tag } });
    const first = await ask();
    expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    const tag = first.headers.get('etag') ?? '';
    expect((await ask(tag)).status).toBe(304);
    expect(read).toBe(30);
    tools = [...tools, toolOf('new')];
    expect((await ask(tag)).status).toBe(200);
  });

  it('holds no more addresses than a sitemap may', () => {
    const tools = Array.from({ length: 60_000 }, (_, number) => ({ _id: `t${number}` }));
    expect(sitemapXml('https://shop.example', tools).match(/<loc>/g)).toHaveLength(50_000);
  });
});
