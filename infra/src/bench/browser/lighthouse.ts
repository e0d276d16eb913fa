import { type Cell, table } from '../../measuring/figure.ts';
import { type Category, lighthouseVisit } from '../../measuring/lighthouse-visit.ts';
import { measuredPages } from '../../measuring/measured-pages.ts';
import { startShop } from '../../measuring/measured-shop.ts';
import { openPhone, signInPhone } from '../../measuring/phone-browser.ts';
import { median } from '../../measuring/statistics.ts';
import { buildPwa } from '../../stack/build-pwa.ts';
import type { Bench } from '../bench.ts';

const quality: readonly Category[] = ['accessibility', 'best-practices'];
const all: readonly Category[] = ['performance', ...quality, 'seo'];

/**
 * Lighthouse as a phone, the median of several runs, each in a new profile. Performance is that of a first visit, so it is asked
 * of the public pages only: people who are signed in return, with the service worker, and the bench `offline-start` measures them.
 */
export const lighthouse: Bench = async ({ quick }) => {
  await buildPwa(console.log);
  await using shop = await startShop({ seed: true, buyers: 1 });
  const [rounds, visited] = quick ? [1, 1] : [3, undefined];
  const rows: Record<string, Cell>[] = [];
  const values: Record<string, number> = {};
  const findings = new Set<string>();
  for (const { key, name, path, buyer } of (await measuredPages(shop)).slice(0, visited)) {
    const asked = buyer === undefined ? all : quality;
    const visits = [];
    for (let round = 0; round < rounds; round += 1) {
      await using phone = await openPhone();
      if (buyer !== undefined) await signInPhone(phone.context, shop.url, buyer);
      visits.push(await lighthouseVisit(phone, shop.url + path, asked));
    }
    for (const finding of visits.flatMap((visit) => visit.findings)) findings.add(`${name}: ${finding}`);
    const row: Record<string, Cell> = { page: name };
    for (const category of all) {
      const score = median(visits.map(({ scores }) => scores[category] ?? Number.NaN));
      row[category] = asked.includes(category) ? score : '–';
      if (asked.includes(category)) values[`${key}_${category}`] = score;
    }
    rows.push({ ...row, 'simulated LCP ms': buyer ? '–' : median(visits.map(({ lcpMs }) => lcpMs)) });
  }
  return {
    title: 'Lighthouse, mobile',
    values,
    tables: [table(`median of ${rounds}`, rows)],
    notes: [
      ...findings,
      'Performance and SEO are asked of public pages only: people who are signed in return with the service worker (`offline-start`), and their pages ask not to be indexed.',
    ],
  };
};
