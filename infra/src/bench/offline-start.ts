import type { BrowserContext } from '@playwright/test';
import { keepFigure, readable } from '../measuring/figure.ts';
import { measuredPages } from '../measuring/measured-pages.ts';
import { withShop } from '../measuring/measured-shop.ts';
import { openPhone, signInPhone, slowDown } from '../measuring/phone-browser.ts';
import { median } from '../measuring/statistics.ts';
import { buildPwa } from '../stack/build-pwa.ts';
import { freePort } from '../stack/free-port.ts';
import type { Bench } from './bench.ts';

/** Notes in the page when what `selector` names is on screen `count` times, in milliseconds since the visit began. */
const whenShown = (selector: string, count: number) => `(() => {
  const look = () => {
    if (document.querySelectorAll(${JSON.stringify(selector)}).length >= ${count}) {
      requestAnimationFrame(() => { globalThis.benchShown = performance.now(); });
    } else requestAnimationFrame(look);
  };
  look();
})()`;

interface VisitedPage {
  key: string;
  name: string;
  url: string;
  context: BrowserContext;
  /** What is on screen, at least so many times, when the page shows its content. */
  content: [selector: string, count: number];
}

/**
 * Visits of returning people who have the service worker: a visitor of the home page, a buyer on purchase and My Orders. How soon
 * is the content on screen while the server answers, hangs, and is gone? The processor is four times slower.
 */
export const offlineStart: Bench = async ({ quick }) => {
  await buildPwa(console.log);
  await withShop({ seed: true, buyers: 1 }, async (shop) => {
    const rounds = quick ? 1 : 7;
    const bff = shop.stack.child('bff');
    const [visitor, buyer] = [await openPhone(await freePort()), await openPhone(await freePort())];
    try {
      if (shop.buyers[0]) await signInPhone(buyer.context, shop.url, shop.buyers[0]);
      const content: Record<string, VisitedPage['content']> = {
        home: ['#our-tools a[href^="/tools/"]', 3],
        purchase: ['main form button[type="submit"]', 1],
        myOrders: ['main a[href^="/dashboard/orders/"]', 1],
      };
      const visited = (await measuredPages(shop)).flatMap(({ key, name, path, signedIn }): VisitedPage[] => {
        const { context } = signedIn ? buyer : visitor;
        const shown = content[key];
        return shown ? [{ key, name, url: shop.url + path, context, content: shown }] : [];
      });
      for (const page of visited) await firstVisit(page);
      const values: Record<string, number> = {};
      const rows: string[][] = [];
      const measure = async (state: string, what: string) => {
        for (const page of visited) {
          const times: number[] = [];
          for (let round = 0; round < rounds; round += 1) times.push(await untilShown(page));
          values[`${page.key}_${state}Ms`] = median(times);
          rows.push([page.name, what, readable(median(times)), readable(Math.max(...times))]);
        }
      };
      await measure('answering', 'answers');
      bff.kill('SIGSTOP');
      await measure('hanging', 'hangs (takes connections, never answers)');
      bff.kill('SIGCONT');
      bff.kill('SIGKILL');
      await bff.ended;
      await measure('gone', 'gone');
      keepFigure({
        name: 'offline-start',
        title:
          'Returning people with the service worker, processor 4 times slower: until the content is on screen',
        command: 'npm run bench -- offline-start',
        quick,
        values,
        tables: [
          {
            title: `${rounds} visits each`,
            columns: ['page', 'server', 'median ms', 'longest ms'],
            rows,
          },
        ],
        notes: [
          'Content: three tools on the home page, the form that places the order, an order in the list. Purchase and My Orders are visited by a person who is signed in.',
        ],
      });
    } finally {
      bff.kill('SIGCONT');
      await visitor.close();
      await buyer.close();
    }
  });
};

/** The first visit, until the page shows its content and the service worker has stored everything. */
async function firstVisit({ context, url, content: [selector] }: VisitedPage): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  await page.locator(selector).first().waitFor({ timeout: 60_000 });
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.reload();
  await page.locator(selector).first().waitFor({ timeout: 60_000 });
  const controlled = await page.evaluate('navigator.serviceWorker.controller !== null');
  if (controlled !== true) throw new Error('No service worker controls the page after a reload');
  await page.close();
}

async function untilShown({ context, url, name, content }: VisitedPage): Promise<number> {
  const page = await context.newPage();
  try {
    await slowDown(page, null);
    await page.addInitScript(whenShown(...content));
    await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
    // The shop's own policy forbids the evaluation that waitForFunction needs in the page; the debugger may ask.
    for (const end = Date.now() + 60_000; Date.now() < end; await page.waitForTimeout(50)) {
      const shown = await page.evaluate('globalThis.benchShown ?? null');
      if (shown !== null) return Number(shown);
    }
    throw new Error(`No content of ${name} on screen within a minute`);
  } finally {
    await page.close();
  }
}
