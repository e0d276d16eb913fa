import { ShopHttp } from '../load/shop-http.ts';
import { freePort } from '../stack/free-port.ts';
import { buildPwa } from '../start/build-pwa.ts';
import type { Bench } from './bench.ts';
import { keepFigure, readable } from './figure.ts';
import { type MeasuredShop, withShop } from './measured-shop.ts';
import { type Visit, visitPage } from './page-visit.ts';
import { openPhone, signInPhone } from './phone-browser.ts';
import { median } from './statistics.ts';

/** A page that is measured; `usable` is a selector of what a person came for. */
interface MeasuredPage {
  key: string;
  name: string;
  path: string;
  usable: string;
  /** Whether it needs a person who is signed in. */
  signedIn: boolean;
}

/** The pages that are measured, in a shop with one order by its first buyer. */
export async function measuredPages(shop: MeasuredShop): Promise<MeasuredPage[]> {
  const [buyer] = shop.buyers;
  const http = new ShopHttp(shop.url);
  const tools = (await http.must('GET', '/api/tools')).body as { _id: string; minOrderQuantity: number }[];
  if (buyer === undefined || tools[0] === undefined) throw new Error('The shop needs a buyer and a tool');
  await http.must('POST', '/api/orders', {
    token: buyer.token,
    key: `pages-${process.pid}`,
    body: {
      toolId: tools[0]._id,
      email: buyer.email,
      address: '12 Lake Road',
      city: 'Dhaka',
      zip: '1207',
      quantity: tools[0].minOrderQuantity,
    },
  });
  return [
    { key: 'home', name: 'home', path: '/', usable: '#our-tools a[href^="/tools/"]', signedIn: false },
    { key: 'tools', name: 'all tools', path: '/tools', usable: 'h1', signedIn: false },
    { key: 'purchase', name: 'purchase', path: `/purchase/${tools[0]._id}`, usable: 'h1', signedIn: true },
    { key: 'myOrders', name: 'My Orders', path: '/dashboard/myorders', usable: 'h1', signedIn: true },
  ];
}

/** First load and repeat visit of the main pages on a slow phone: largest paint, shifts, blocked time, answers, bytes. */
export const pages: Bench = async ({ quick }) => {
  buildPwa(console.log);
  await withShop({ seed: true, buyers: 1 }, async (shop) => {
    const rounds = quick ? 1 : 3;
    const settleMs = quick ? 1000 : 3000;
    const rows: (string | number)[][] = [];
    const values: Record<string, number> = {};
    for (const { key, name, path, usable, signedIn } of (await measuredPages(shop)).slice(0, quick ? 1 : 4)) {
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
      ],
      notes: [
        'Bytes are those of the page itself, as they came over the network; the service worker stores its copy after that.',
      ],
    });
  });
};
