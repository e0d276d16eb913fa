import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { AppEnv } from '../http/app-env.ts';
import { mountSearchEngines, robotsText, sitemapXml } from './search-engines.ts';

const origin = 'https://shop.example';
const image = `/images/${'a'.repeat(32)}.webp`;
const noDates = new Map<string, number>();

describe('what search engines are told', () => {
  it('lists the public pages and every tool, says when a tool or a page that shows tools was changed, and dates nothing else', () => {
    const changedAt = new Map([
      ['t1', Date.UTC(2026, 1, 3, 4)],
      ['t2', Date.UTC(2026, 4, 6, 7)],
    ]);
    const tools = ['t1', 't2'].map((_id) => ({ _id, image }));
    const xml = sitemapXml(origin, { tools, changedAt });
    const dates = [...xml.matchAll(/<loc>([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?/g)];
    expect(Object.fromEntries(dates.map(([, loc = '', date]) => [loc.slice(origin.length), date]))).toEqual({
      '/': '2026-05-06T07:00:00.000Z',
      '/tools': '2026-05-06T07:00:00.000Z',
      '/tools/t1': '2026-02-03T04:00:00.000Z',
      '/tools/t2': '2026-05-06T07:00:00.000Z',
      '/blog': undefined,
      '/myportfolio': undefined,
      '/privacy': undefined,
    });
  });

  it('names all pictures of a tool by their whole addresses, and leaves out what is no address', () => {
    const images = [image, 'https://pictures.example/a b?c&d', 'https://['];
    const tools = images.map((one, place) => ({ _id: `t${place}`, image: one, otherImages: [image, one] }));
    const xml = sitemapXml(origin, { tools, changedAt: noDates });
    expect([...xml.matchAll(/<image:loc>(.*?)<\/image:loc>/g)].map(([, address]) => address)).toEqual([
      ...[origin + image, 'https://pictures.example/a%20b?c&amp;d', origin + image, origin + image],
    ]);
    expect(xml).toContain(`${origin}/tools/t2`);
  });

  it('keeps the pages of one person out', () => {
    expect(robotsText(origin)).toMatch(/Disallow: \/dashboard\n/);
  });

  it('names the shop by its public address, whatever host the client asks for', async () => {
    const app = new Hono<AppEnv>();
    mountSearchEngines(app, origin, async () => ({ tools: [{ _id: 'a&b', image }], changedAt: noDates }));
    const ask = (path: string) =>
      app.request(`http://evil.example/${path}`, { headers: { 'X-Forwarded-Proto': 'gopher' } });
    const robots = await (await ask('robots.txt')).text();
    expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`);
    const sitemap = await ask('sitemap.xml');
    expect(sitemap.headers.get('content-type')).toContain('xml');
    const xml = await sitemap.text();
    expect(xml).toContain(`<loc>${origin}/tools/a%26b</loc>`);
    expect(xml + robots).not.toMatch(/evil|gopher/);
  });

  it('writes the sitemap once for each catalogue, and not again to a client that has it', async () => {
    let read = 0;
    const toolOf = (id: string) => ({
      image,
      get _id() {
        read += 1;
        return id;
      },
    });
    let listed = {
      tools: Array.from({ length: 30 }, (_, number) => toolOf(`t${number}`)),
      changedAt: noDates,
    };
    const app = new Hono<AppEnv>();
    mountSearchEngines(app, origin, async () => listed);
    const ask = (tag = '') =>
      app.request('/sitemap.xml', { headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': tag } });
    const first = await ask();
    expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    const tag = first.headers.get('etag') ?? '';
    expect((await ask(tag)).status).toBe(304);
    expect(read).toBe(30);
    listed = { ...listed, tools: [...listed.tools, toolOf('new')] };
    expect((await ask(tag)).status).toBe(200);
  });

  it('holds no more addresses than a sitemap may', () => {
    const tools = Array.from({ length: 60_000 }, (_, number) => ({ _id: `t${number}`, image }));
    expect(sitemapXml(origin, { tools, changedAt: noDates }).match(/<loc>/g)).toHaveLength(50_000);
  });
});
