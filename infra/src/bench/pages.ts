import { keepFigure, readable } from '../measuring/figure.ts';
import { measuredPages } from '../measuring/measured-pages.ts';
import { withShop } from '../measuring/measured-shop.ts';
import { openPhone, signInPhone } from '../measuring/phone-browser.ts';
import { ShopHttp } from '../measuring/shop-http.ts';
import { median } from '../measuring/statistics.ts';
import { buildPwa } from '../stack/build-pwa.ts';
import { freePort } from '../stack/free-port.ts';
import type { Bench } from './bench.ts';
import { firstToolMs } from './first-tool.ts';
import { type Visit, visitPage } from './page-visit.ts';

/** Where a first visit begins that looks for a tool, by the name of its value. */
const shelves = { home: '/', tools: '/tools' };

/**
 * First load and repeat visit of the main pages on a slow phone: largest paint, shifts, blocked time, answers, bytes; and how soon
 * the first tool is there on a slow line.
 */
export const pages: Bench = async ({ quick }) => {
  await buildPwa(console.log);
  await withShop({ seed: true, buyers: 1 }, async (shop) => {
    const rounds = quick ? 1 : 3;
    const settleMs = quick ? 1000 : 3000;
    const rows: (string | number)[][] = [];
    const values: Record<string, number> = {};
    for (const { key, name, path, usable, signedIn } of (await measuredPages(shop)).slice(
      0,
      quick ? 1 : undefined,
    )) {
      const [buyer] = signedIn ? shop.buyers : [];
      const visits: Record<'first' | 'repeat', Visit[]> = { first: [], repeat: [] };
      for (let round = 0; round < rounds; round += 1) {
        const phone = await openPhone(await freePort());
        try {
          if (buyer !== undefined) await signInPhone(phone.context, shop.url, buyer);
          visits.first.push(await visitPage(phone.context, shop.url + path, { usable, settleMs }));
          visits.repeat.push(await visitPage(phone.context, shop.url + path, { usable, settleMs }));
        } finally {
          await phone.close();
        }
      }
      for (const [when, seen] of Object.entries(visits)) {
        const middle = (pick: keyof Visit) => median(seen.map((visit) => visit[pick]));
        rows.push([
          `${name}, ${when}`,
          readable(middle('lcpMs')),
          readable(middle('cls')),
          readable(middle('blockedMs')),
          readable(middle('interactionMs')),
          readable(middle('scriptBytes') / 1000),
          readable(middle('allBytes') / 1000),
        ]);
        values[`${key}_${when}_lcpMs`] = middle('lcpMs');
        values[`${key}_${when}_cls`] = middle('cls');
        values[`${key}_${when}_interactionMs`] = middle('interactionMs');
        values[`${key}_${when}_scriptKilobytes`] = middle('scriptBytes') / 1000;
      }
    }
    const [tool] = (await new ShopHttp(shop.url).must('GET', '/api/tools')).body as {
      name: string;
      image: string;
    }[];
    if (tool === undefined) throw new Error('The shop has no tool');
    const slowRows: (string | number)[][] = [];
    for (const [key, path] of Object.entries(shelves)) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) times.push(await firstToolMs(shop.url + path, tool));
      values[`${key}_firstToolMs`] = median(times);
      slowRows.push([path, readable(median(times)), readable(Math.max(...times))]);
    }
    keepFigure({
      name: 'pages',
      title: 'Pages on a slow phone (9 Mbit/s, 100 ms, processor 4 times slower)',
      command: 'npm run bench -- pages',
      quick,
      values,
      tables: [
        {
          title: `median of ${rounds} new browser profiles`,
          columns: [
            'page',
            'LCP ms',
            'CLS',
            'blocked ms',
            'slowest answer ms',
            'scripts kB until usable',
            'all kB',
          ],
          rows,
        },
        {
          title: 'First visit at 400 kbit/s and 400 ms: name and picture of the first tool on the screen',
          columns: ['page', 'median ms', 'slowest ms'],
          rows: slowRows,
        },
      ],
      notes: [
        'Bytes are those of the page itself, as they came over the network; the service worker stores its copy after that.',
      ],
    });
  });
};
