import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { answerProblem } from '../http/answers.ts';
import type { AppEnv } from '../http/app-env.ts';
import { problemOf } from '../problem/problem-of.ts';
import { mountSearchEngines, robotsText, sitemapXml } from './search-engines.ts';

const app = new Hono<AppEnv>();
app.onError((error, c) => answerProblem(c, problemOf(error)));
mountSearchEngines(app, async () => [{ _id: 'a&b' }]);

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

  it('answers under the address that was asked, behind a proxy too', async () => {
    const plain = await app.request('http://shop.example/robots.txt');
    expect(await plain.text()).toContain('Sitemap: http://shop.example/sitemap.xml');
    const proxied = await app.request('http://shop.example/sitemap.xml', {
      headers: { 'X-Forwarded-Proto': 'https' },
    });
    expect(proxied.headers.get('content-type')).toContain('xml');
    expect(await proxied.text()).toContain('<loc>https://shop.example/tools/a%26b</loc>');
  });

  it('repeats no host that is too long to be one', async () => {
    for (const path of ['robots.txt', 'sitemap.xml'])
      expect((await app.request(`http://${'a&'.repeat(200)}/${path}`)).status).toBe(400);
  });
});
