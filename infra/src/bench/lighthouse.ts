import { keepFigure, readable } from '../measuring/figure.ts';
import { type Category, lighthouseFaults, lighthouseVisit, scoreOf } from '../measuring/lighthouse-visit.ts';
import { measuredPages } from '../measuring/measured-pages.ts';
import { withShop } from '../measuring/measured-shop.ts';
import { openPhone, signInPhone } from '../measuring/phone-browser.ts';
import { median } from '../measuring/statistics.ts';
import { buildPwa } from '../stack/build-pwa.ts';
import { freePort } from '../stack/free-port.ts';
import type { Bench } from './bench.ts';

const categories: readonly Category[] = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Lighthouse as a phone on home, tools, purchase and My Orders; the median of several runs, each in a new profile. */
export const lighthouse: Bench = async ({ quick }) => {
  await buildPwa(console.log);
  await withShop({ seed: true, buyers: 1 }, async (shop) => {
    const rounds = quick ? 1 : 3;
    const rows: (string | number)[][] = [];
    const values: Record<string, number> = {};
    const faults = new Set<string>();
    for (const { key, name, path, signedIn } of (await measuredPages(shop)).slice(0, quick ? 1 : 4)) {
      const [buyer] = signedIn ? shop.buyers : [];
      const scores = new Map<Category, number[]>(categories.map((category) => [category, []]));
      const lcp: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const phone = await openPhone(await freePort());
        try {
          if (buyer !== undefined) await signInPhone(phone.context, shop.url, buyer);
          const result = await lighthouseVisit(phone, shop.url + path, categories);
          for (const category of categories) scores.get(category)?.push(scoreOf(result, category));
          for (const fault of lighthouseFaults(result, categories.slice(1))) faults.add(`${name}: ${fault}`);
          lcp.push(result.audits['largest-contentful-paint']?.numericValue ?? Number.NaN);
        } finally {
          await phone.close();
        }
      }
      const middle = categories.map((category) => median(scores.get(category) ?? []));
      rows.push([name, ...middle.map(readable), readable(median(lcp))]);
      for (const [index, category] of categories.entries())
        values[`${key}_${category}`] = middle[index] ?? Number.NaN;
    }
    keepFigure({
      name: 'lighthouse',
      title: 'Lighthouse, mobile',
      command: 'npm run bench -- lighthouse',
      quick,
      values,
      tables: [{ title: `median of ${rounds}`, columns: ['page', ...categories, 'simulated LCP ms'], rows }],
      notes: [
        ...faults,
        'SEO counts on public pages only: the pages of a signed-in person ask not to be indexed.',
      ],
    });
  });
};
