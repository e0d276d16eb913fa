import { describe, expect, it } from 'vitest';
import type { Tool } from '../contracts/tool.ts';
import type { FirstVisitPage } from './first-visit-pages.ts';
import { pageHead, withHead, wordsHead } from './page-head.ts';
import { crawledPage } from './testing/crawled-page.ts';

const index = `<html><head><title>Karigar</title>
    <meta
      name="description"
      content="Hand tools"
    /><meta name="theme-color" content="#fff" /></head><body></body></html>`;
const shop = {
  shopUrl: 'https://shop.example',
  contact: { phone: '+880 1', email: 'hello@shop.example', address: '12 Avenue, Dhaka' },
};
const home = { title: 'Karigar', path: '/' };
const toolPage: FirstVisitPage = {
  ...{
    path: '/tools/:id',
    toolId: 't1',
    tools: 'one',
    file: '',
    above: [home, { title: 'All tools', path: '/tools' }],
  },
  ...{ title: 'Tool not found', description: 'We no longer sell this tool.' },
};
const saw: Tool = {
  ...{
    _id: 't1',
    name: 'Saw',
    description: 'Cuts wood.',
    image: `/images/${'a'.repeat(32)}.webp`,
    price: 12,
  },
  ...{
    minOrderQuantity: 2,
    availableQuantity: 5,
    category: 'Saws',
    alt: 'A saw',
    otherNames: '',
    rev: 1,
    createdAt: '',
  },
};

const read = (head: string) => crawledPage(withHead(index, head));

describe('the head of a page', () => {
  it('says what a tool is, costs and looks like', () => {
    const { title, canonical, meta, data } = read(pageHead(toolPage, shop, saw));
    const url = 'https://shop.example/tools/t1';
    const picture = `https://shop.example/images/${'a'.repeat(32)}-link.jpg`;
    expect([title, canonical]).toEqual(['Saw · Karigar', url]);
    expect(meta).toEqual({
      description: 'Cuts wood.',
      'og:type': 'product',
      'og:site_name': 'Karigar',
      'og:title': 'Saw',
      'og:description': 'Cuts wood.',
      'og:url': url,
      'og:image': picture,
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'A saw',
      'product:price:amount': '12',
      'product:price:currency': 'USD',
      'product:availability': 'in stock',
      'twitter:card': 'summary_large_image',
      'twitter:title': 'Saw',
      'twitter:description': 'Cuts wood.',
      'twitter:image': picture,
      'twitter:image:alt': 'A saw',
      'theme-color': '#fff',
    });
    const { Organization: organization, BreadcrumbList: breadcrumbs, Product: product } = data;
    expect(organization).toMatchObject({
      '@type': 'Organization',
      name: 'Karigar',
      address: '12 Avenue, Dhaka',
    });
    expect(breadcrumbs).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Karigar', item: 'https://shop.example/' },
        { position: 2, name: 'All tools', item: 'https://shop.example/tools' },
        { position: 3, name: 'Saws', item: 'https://shop.example/tools?category=Saws' },
        { position: 4, name: 'Saw', item: url },
      ],
    });
    expect(product).toMatchObject({
      ...{ '@type': 'Product', name: 'Saw', image: [`https://shop.example${saw.image}`] },
      offers: {
        ...{ '@type': 'Offer', price: 12, priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
        eligibleQuantity: { minValue: 2 },
      },
    });
    expect(product).not.toHaveProperty('aggregateRating');
  });

  it('tells all pictures of a tool, the main one first and each once', () => {
    const otherImages = ['https://pictures.example/saw.jpg', saw.image];
    const { data, meta } = read(pageHead(toolPage, shop, { ...saw, otherImages }));
    expect(data.Product).toMatchObject({
      image: [`https://shop.example${saw.image}`, 'https://pictures.example/saw.jpg'],
    });
    expect(meta['og:image']).toBe(`https://shop.example/images/${'a'.repeat(32)}-link.jpg`);
  });

  it('tells the specifications of a tool', () => {
    const specifications = [{ label: 'Length', value: '55 cm' }];
    const { data } = read(pageHead(toolPage, shop, { ...saw, specifications }));
    expect(data.Product).toMatchObject({
      additionalProperty: [{ '@type': 'PropertyValue', name: 'Length', value: '55 cm' }],
    });
  });

  it('tells the rating of a tool that has reviews', () => {
    const { data } = read(pageHead(toolPage, shop, saw, { average: 4.3, count: 3 }));
    expect(data.Product).toMatchObject({
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.3, reviewCount: 3 },
    });
  });

  it('says that a tool is sold out when fewer are there than an order takes', () => {
    const { meta, data } = read(pageHead(toolPage, shop, { ...saw, availableQuantity: 1 }));
    expect(meta['product:availability']).toBe('out of stock');
    expect(data.Product).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } });
  });

  it.each([
    [
      'the words of an attacker',
      `"><script>x()</script>'`,
      '</script><!--<script>x()</script> & $& $1 \u2028\\',
    ],
    ['Bangla', 'করাত (ছোট) — ১২"', 'কাঠ কাটার করাত।\n\nহাতে তৈরি।'],
  ])('holds %s as text', (_, name, description) => {
    const tool = { ...saw, name, description, category: name, alt: name };
    const { document, title, meta, data } = read(pageHead(toolPage, shop, tool));
    const line = description.replace(/\s+/g, ' ').trim();
    expect([title, meta['og:title'], meta['twitter:image:alt']]).toEqual([`${name} · Karigar`, name, name]);
    expect([meta.description, meta['twitter:description']]).toEqual([line, line]);
    expect(data.Product).toMatchObject({ name, description, category: name });
    expect([document.querySelectorAll('script').length, document.body.innerHTML]).toEqual([1, '']);
  });

  it('shows a picture of another host as it is, and none where there is no address', () => {
    const elsewhere = read(
      pageHead(toolPage, shop, { ...saw, image: 'https://pictures.example/a b.png', alt: '' }),
    );
    expect(elsewhere.meta).toMatchObject({
      'og:image': 'https://pictures.example/a%20b.png',
      'og:image:alt': 'Saw',
    });
    expect(elsewhere.meta).not.toHaveProperty('og:image:width');
    const none = read(pageHead(toolPage, shop, { ...saw, image: 'https://[' }));
    expect(none.meta).toMatchObject({ 'twitter:card': 'summary' });
    expect(none.meta).not.toHaveProperty('og:image');
    expect(none.data.Product).not.toHaveProperty('image');
  });

  it('shows the shop on every other page, and the way to it', () => {
    const words = { title: 'Blog', description: 'Five questions' };
    const page = { ...words, path: '/blog', toolId: null, file: '', above: [home] };
    const { title, canonical, meta, data } = read(pageHead(page, shop));
    expect([title, canonical]).toEqual(['Blog · Karigar', 'https://shop.example/blog']);
    expect(meta).toMatchObject({
      ...{ 'og:type': 'website', 'og:title': 'Blog', 'og:description': 'Five questions' },
      'og:image': 'https://shop.example/screenshots/home-wide.jpg',
    });
    expect(Object.keys(data)).toEqual(['Organization', 'BreadcrumbList']);
    const ofHome = read(pageHead({ ...page, ...home, above: [] }, shop));
    expect(Object.keys(ofHome.data)).toEqual(['Organization']);
  });

  it('shows nothing of a tool that is not for sale', () => {
    const { title, canonical, meta, data } = read(wordsHead(toolPage));
    expect([title, canonical, data]).toEqual(['Tool not found · Karigar', null, {}]);
    expect(meta).toEqual({ description: 'We no longer sell this tool.', 'theme-color': '#fff' });
  });
});
