import { table } from '../../measuring/figure.ts';
import { measuredPages } from '../../measuring/measured-pages.ts';
import { startShop } from '../../measuring/measured-shop.ts';
import { openPhone, signInPhone } from '../../measuring/phone-browser.ts';
import { median } from '../../measuring/statistics.ts';
import { ShopHttp } from '../../seed/shop-http.ts';
import type { Bench } from '../bench.ts';
import { firstToolMs, visitPage } from './page-visit.ts';

/** Where a first visit begins that looks for a tool, by the name of its value. */
const shelves = { home: '/', tools: '/tools' };

/**
 * First visits of the main pages with a slow phone: the bytes that they load; and how soon the first tool is there on a slow line. How fast
 * pages are is measured by `lighthouse` and, when people return, by `offline-start`.
 */
export const pages: Bench = async ({ quick }) => {
  await using shop = await startShop({ seed: true, buyers: 1 });
  const [rounds, settleMs, visited] = quick ? [1, 1_000, 1] : [3, 3_000, undefined];
  const rows = [];
  const values: Record<string, number> = {};
  for (const { key, name, path, usable, buyer } of (await measuredPages(shop)).slice(0, visited)) {
    const visits = [];
    for (let round = 0; round < rounds; round += 1) {
      await using phone = await openPhone();
      if (buyer !== undefined) await signInPhone(phone.context, shop.url, buyer);
      visits.push(await visitPage(phone.context, shop.url + path, { usable, settleMs }));
    }
    const scripts = median(visits.map((visit) => visit.scripts)) / 1_000;
    const all = median(visits.map((visit) => visit.all)) / 1_000;
    rows.push({ page: name, 'scripts kB until usable': scripts, 'all kB': all });
    values[`${key}_first_scriptKilobytes`] = scripts;
  }
  const catalogue = await new ShopHttp(shop.url).must('GET', '/api/tools');
  const [tool] = catalogue.body as { name: string; image: string }[];
  if (tool === undefined) throw new Error('The shop has no tool');
  const slowRows = [];
  for (const [key, page] of Object.entries(shelves)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await firstToolMs(shop.url + page, tool));
    values[`${key}_firstToolMs`] = median(times);
    slowRows.push({ page, 'median ms': median(times), 'slowest ms': Math.max(...times) });
  }
  return {
    title: 'Pages on a slow phone (9 Mbit/s, 100 ms, processor 4 times slower)',
    values,
    tables: [
      table(`median of ${rounds} new browser profiles`, rows),
      table(
        'First visit at 400 kbit/s and 400 ms: name and picture of the first tool on the screen',
        slowRows,
      ),
    ],
    notes: [
      'Bytes are those of the page itself, as they came over the network; the service worker stores its copy after that.',
    ],
  };
};
