import type { BrowserContext } from '@playwright/test';
import { type Cell, table } from '../../measuring/figure.ts';
import { type MeasuredPage, measuredPages } from '../../measuring/measured-pages.ts';
import { startShop } from '../../measuring/measured-shop.ts';
import { openPhone, signInPhone, slowDown } from '../../measuring/phone-browser.ts';
import { median } from '../../measuring/statistics.ts';
import type { Bench } from '../bench.ts';

/** Notes in the page when what `selector` names is on screen `count` times, in milliseconds since the visit began. */
const whenShown = (selector: string, count: number) => `(() => {
  const look = () => {
    if (document.querySelectorAll(${JSON.stringify(selector)}).length >= ${count}) {
      requestAnimationFrame(() => { globalThis.benchShown = performance.now(); });
    } else requestAnimationFrame(look);
  };
  look();
})()`;

interface VisitedPage extends Pick<MeasuredPage, 'key' | 'name'> {
  url: string;
  context: BrowserContext;
  /** What is on screen, at least so many times, when the page shows its content. */
  content: [selector: string, count: number];
}

const contents: Record<string, VisitedPage['content']> = {
  home: ['#our-tools a[href^="/tools/"]', 3],
  purchase: ['main form button[type="submit"]', 1],
  myOrders: ['main a[href^="/dashboard/orders/"]', 1],
};

/**
 * Visits of returning people who have the service worker: a visitor of the home page, a buyer on purchase and My Orders. How soon
 * is the content on screen while the server answers, hangs, and is gone? The processor is four times slower.
 */
export const offlineStart: Bench = async ({ quick }) => {
  await using shop = await startShop({ seed: true, buyers: 1 });
  await using visitor = await openPhone();
  await using signedIn = await openPhone();
  const rounds = quick ? 1 : 7;
  const server = shop.stack.child('bff');
  const visited: VisitedPage[] = [];
  for (const { key, name, path, buyer } of await measuredPages(shop)) {
    const content = contents[key];
    if (content === undefined) continue;
    const { context } = buyer === undefined ? visitor : signedIn;
    if (buyer !== undefined) await signInPhone(context, shop.url, buyer);
    visited.push({ key, name, url: shop.url + path, context, content });
  }
  for (const page of visited) await firstVisit(page);
  const values: Record<string, number> = {};
  const rows: Record<string, Cell>[] = [];
  const measure = async (state: string, what = state) => {
    for (const page of visited) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) times.push(await untilShown(page));
      values[`${page.key}_${state}Ms`] = median(times);
      const cells = { 'median ms': median(times), 'longest ms': Math.max(...times) };
      rows.push({ page: page.name, server: what, ...cells });
    }
  };
  await measure('answering');
  server.kill('SIGSTOP');
  using stopped = new DisposableStack();
  stopped.defer(() => server.kill('SIGCONT'));
  await measure('hanging', 'hanging (takes connections, never answers)');
  stopped.dispose();
  server.kill('SIGKILL');
  await server.ended;
  await measure('gone');
  return {
    title:
      'Returning people with the service worker, processor 4 times slower: until the content is on screen',
    values,
    tables: [table(`${rounds} visits each`, rows)],
    notes: [
      'Content: three tools on the home page, the form that places the order, an order in the list. Purchase and My Orders are visited by a person who is signed in.',
    ],
  };
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
