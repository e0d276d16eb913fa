import { keepFigure, readable } from '../measuring/figure.ts';
import {
  type Category,
  lighthouseFindings,
  lighthouseVisit,
  scoreOf,
} from '../measuring/lighthouse-visit.ts';
import { measuredPages } from '../measuring/measured-pages.ts';
import { withShop } from '../measuring/measured-shop.ts';
import { openPhone, signInPhone } from '../measuring/phone-browser.ts';
import { median } from '../measuring/statistics.ts';
import { buildPwa } from '../stack/build-pwa.ts';
import { freePort } from '../stack/free-port.ts';
import type { Bench } from './bench.ts';

const quality: readonly Category[] = ['accessibility', 'best-practices'];
const categories: readonly Category[] = ['performance', ...quality, 'seo'];

/**
 * Lighthouse as a phone, the median of several runs, each in a new profile. Performance is that of a first visit, so it is asked
 * of the public pages only: people who are signed in return, with the service worker, and the bench `offline-start` measures them.
 */
export const lighthouse: Bench = async ({ quick }) => {
  await buildPwa(console.log);
  await withShop({ seed: true, buyers: 1 }, async (shop) => {
    const rounds = quick ? 1 : 3;
    const rows: (string | number)[][] = [];
    const values: Record<string, number> = {};
    const findings = new Set<string>();
    for (const { key, name, path, signedIn } of (await measuredPages(shop)).slice(0, quick ? 1 : undefined)) {
      const [buyer] = signedIn ? shop.buyers : [];
      const asked = signedIn ? quality : categories;
      const scores = new Map<Category, number[]>(asked.map((category) => [category, []]));
      const lcp: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const phone = await openPhone(await freePort());
        try {
          if (buyer !== undefined) await signInPhone(phone.context, shop.url, buyer);
          const result = await lighthouseVisit(phone, shop.url + path, asked);
          for (const category of asked) scores.get(category)?.push(scoreOf(result, category));
          for (const finding of lighthouseFindings(
            result,
            asked.filter((category) => category !== 'performance'),
          ))
            findings.add(`${name}: ${finding}`);
          if (!signedIn) lcp.push(result.audits['largest-contentful-paint']?.numericValue ?? Number.NaN);
        } finally {
          await phone.close();
        }
      }
      for (const [category, seen] of scores) values[`${key}_${category}`] = median(seen);
      const shown = (seen: number[] | undefined) => (seen?.length ? readable(median(seen)) : '–');
      rows.push([name, ...categories.map((category) => shown(scores.get(category))), shown(lcp)]);
    }
    keepFigure({
      name: 'lighthouse',
      title: 'Lighthouse, mobile',
      command: 'npm run bench -- lighthouse',
      quick,
      values,
      tables: [{ title: `median of ${rounds}`, columns: ['page', ...categories, 'simulated LCP ms'], rows }],
      notes: [
        ...findings,
        'Performance and SEO are asked of public pages only: people who are signed in return with the service worker (`offline-start`), and their pages ask not to be indexed.',
      ],
    });
  });
};
