import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { UploadedImage } from '../contracts/shop.ts';
import { RunningShop } from '../testing/running-shop.ts';
import { crawledPage } from './testing/crawled-page.ts';

const origin = 'https://shop.example';
const source = join(import.meta.dirname, '../../../pwa/index.html');
const pages = [
  { name: 'home', paths: ['/', '/home'], tools: 'newest', title: 'Karigar' },
  { name: 'tools', paths: ['/tools'], tools: 'newest', title: 'All tools' },
  { name: 'tool', paths: ['/tools/:id'], tools: 'one', title: 'Tool not found' },
];

const dist = await mkdtemp(join(tmpdir(), 'karigar-crawled-'));
await mkdir(join(dist, 'first-visit'));
await cp(source, join(dist, 'index.html'));
for (const { name } of pages) await cp(source, join(dist, 'first-visit', `${name}.html`));
const list = pages.map(({ name, ...page }) => ({
  ...{ ...page, file: `/first-visit/${name}.html`, description: `About ${name}` },
}));
await writeFile(join(dist, 'first-visit', 'pages.json'), JSON.stringify(list));
const shop = await RunningShop.start({ PWA_DIST: dist, SHOP_URL: origin, CONTACT_PHONE: '+880 2' });
const form = new FormData();
const png = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#f2a33a' } })
  .png()
  .toBuffer();
form.set('image', new Blob([new Uint8Array(png)]), 'tool.png');
const upload = await fetch(`${shop.shop.url}/api/images`, {
  method: 'POST',
  body: form,
  headers: { Authorization: `Bearer ${(await shop.admin()).token}` },
});
const image = ((await upload.json()) as UploadedImage).data.url;
afterAll(async () => {
  await shop.stop();
  await rm(dist, { recursive: true, force: true });
});

/** Asks for a page as the crawler of a messenger does. */
async function crawl(path: string) {
  const answer = await fetch(shop.shop.url + path, { headers: { 'User-Agent': 'WhatsApp/2.23' } });
  const html = await answer.text();
  return { ...crawledPage(html), html, status: answer.status, headers: answer.headers };
}

describe('a crawler, which runs no script, reads', () => {
  it('what the shop is, at the one address of its home page', async () => {
    for (const path of ['/', '/home', '/?fbclid=1']) {
      const { status, title, canonical, meta, data } = await crawl(path);
      expect([status, title, canonical]).toEqual([200, 'Karigar', `${origin}/`]);
      expect(meta).toMatchObject({
        'og:site_name': 'Karigar',
        description: 'About home',
        'og:type': 'website',
      });
      expect(data.Organization).toMatchObject({ url: `${origin}/`, telephone: '+880 2' });
    }
  });

  it('what a tool is, with a picture that messengers show', async () => {
    const name = 'করাত "বড়" </script><script>x()</script>';
    const id = await shop.newTool({ name, image, price: 34, description: 'Cuts\n\n<b>wood</b>' });
    const { status, headers, document, title, canonical, meta, data } = await crawl(`/tools/${id}`);
    expect([status, title, canonical]).toEqual([200, `${name} · Karigar`, `${origin}/tools/${id}`]);
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-cache', null]);
    expect(meta).toMatchObject({
      'og:title': name,
      description: 'Cuts <b>wood</b>',
      'product:price:amount': '34',
    });
    expect(data.Product).toMatchObject({ name, offers: { availability: 'https://schema.org/InStock' } });
    expect(document.body.querySelectorAll('b, script:not([type="module"])')).toHaveLength(0);
    const picture = await fetch(meta['og:image']?.replace(origin, shop.shop.url) ?? '');
    const { format, width, height } = await sharp(await picture.bytes()).metadata();
    expect([picture.headers.get('content-type'), format, width, height]).toEqual([
      'image/jpeg',
      'jpeg',
      1200,
      630,
    ]);
  });

  it('that a tool is sold out as soon as it is, under another tag', async () => {
    const id = await shop.newTool({ image });
    const before = await crawl(`/tools/${id}`);
    const as = await shop.admin();
    await shop.call('put', `/tools/${id}`, { as, body: { availableQuantity: 1 } });
    const { status, headers, meta, data } = await crawl(`/tools/${id}`);
    expect([status, meta['product:availability']]).toEqual([200, 'out of stock']);
    expect(data.Product).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } });
    expect(headers.get('etag')).not.toBe(before.headers.get('etag'));
  });

  it('the rating of a tool as soon as it has a review', async () => {
    const toolId = await shop.newTool({ image });
    expect((await crawl(`/tools/${toolId}`)).data.Product).not.toHaveProperty('aggregateRating');
    const as = await shop.person('rahim@example.com');
    await shop.call('post', '/reviews', { as, body: { reviews: 'Sharp', rating: 4, toolId } });
    const rated = { aggregateRating: { ratingValue: 4, reviewCount: 1 } };
    expect((await crawl(`/tools/${toolId}`)).data.Product).toMatchObject(rated);
  });

  it('that a tool is gone, or never was there, in the page of the app', async () => {
    const id = await shop.newTool({ image });
    await shop.call('delete', `/tools/${id}`, { as: await shop.admin() });
    for (const [path, expected] of [
      [`/tools/${id}`, 410],
      ['/tools/tool_none', 404],
    ] as const) {
      const { status, headers, html, title, canonical, meta, data } = await crawl(path);
      expect([path, status, title, canonical]).toEqual([path, expected, 'Tool not found · Karigar', null]);
      expect([headers.get('x-robots-tag'), headers.get('etag')]).toEqual(['noindex', null]);
      expect([meta['og:title'], data]).toEqual([undefined, {}]);
      expect(html).toContain('<div id="root">');
    }
  });

  it('in the sitemap when a tool was changed, and where its picture is', async () => {
    const id = await shop.newTool({ image });
    const sitemap = async () => {
      const xml = await (await fetch(`${shop.shop.url}/sitemap.xml`)).text();
      const entry = xml.split('<url>').find((one) => one.includes(`/tools/${id}<`)) ?? '';
      expect(entry).toContain(`<image:loc>${origin}${image}</image:loc>`);
      return Date.parse(/<lastmod>(.*)<\/lastmod>/.exec(entry)?.[1] ?? '');
    };
    const added = await sitemap();
    expect(added).toBe(
      Date.parse((await shop.json<{ createdAt: string }>('get', `/tools/${id}`)).body.createdAt),
    );
    await shop.call('put', `/tools/${id}`, { as: await shop.admin(), body: { price: 13 } });
    expect(await sitemap()).toBeGreaterThan(added);
  });
});
