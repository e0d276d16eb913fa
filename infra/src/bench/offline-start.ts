import type { BrowserContext } from '@playwright/test';
import { keepFigure, readable } from '../measuring/figure.ts';
import { withShop } from '../measuring/measured-shop.ts';
import { openPhone, slowDown } from '../measuring/phone-browser.ts';
import { median } from '../measuring/statistics.ts';
import { buildPwa } from '../stack/build-pwa.ts';
import { freePort } from '../stack/free-port.ts';
import type { Bench } from './bench.ts';

/** Notes in the page when the first three tools are on screen, in milliseconds since the visit began. */
const whenToolsShow = `(() => {
  const look = () => {
    if (document.querySelectorAll('#our-tools a[href^="/tools/"]').length >= 3) {
      requestAnimationFrame(() => { globalThis.benchShown = performance.now(); });
    } else requestAnimationFrame(look);
  };
  look();
})()`;

/** Repeat visits of the home page while the server answers, hangs, and is gone: how soon are tools on screen? */
export const offlineStart: Bench = async ({ quick }) => {
  await buildPwa(console.log);
  await withShop({ seed: true }, async (shop) => {
    const rounds = quick ? 1 : 7;
    const bff = shop.stack.child('bff');
    const phone = await openPhone(await freePort());
    try {
      await installShop(phone.context, shop.url);
      const visit = async () => {
        const times: number[] = [];
        for (let round = 0; round < rounds; round += 1) times.push(await untilTools(phone.context, shop.url));
        return times;
      };
      const answering = await visit();
      bff.kill('SIGSTOP');
      const hanging = await visit();
      bff.kill('SIGCONT');
      bff.kill('SIGKILL');
      await bff.ended;
      const gone = await visit();
      const row = (what: string, times: number[]) => [
        what,
        readable(median(times)),
        readable(Math.max(...times)),
      ];
      keepFigure({
        name: 'offline-start',
        title: 'Repeat visit of the home page, processor 4 times slower: until tools are on screen',
        command: 'npm run bench -- offline-start',
        quick,
        values: { answeringMs: median(answering), hangingMs: median(hanging), goneMs: median(gone) },
        tables: [
          {
            title: `${rounds} visits each`,
            columns: ['server', 'median ms', 'longest ms'],
            rows: [
              row('answers', answering),
              row('hangs (takes connections, never answers)', hanging),
              row('gone', gone),
            ],
          },
        ],
        notes: [],
      });
    } finally {
      bff.kill('SIGCONT');
      await phone.close();
    }
  });
};

/** The first visit, until the service worker has stored everything and the tools are kept. */
async function installShop(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('#our-tools a[href^="/tools/"]').first().waitFor({ timeout: 60_000 });
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.reload();
  await page.locator('#our-tools a[href^="/tools/"]').first().waitFor({ timeout: 60_000 });
  const controlled = await page.evaluate('navigator.serviceWorker.controller !== null');
  if (controlled !== true) throw new Error('No service worker controls the page after a reload');
  await page.close();
}

async function untilTools(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  try {
    await slowDown(page, false);
    await page.addInitScript(whenToolsShow);
    await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
    // The shop's own policy forbids the evaluation that waitForFunction needs in the page; the debugger may ask.
    for (const end = Date.now() + 60_000; Date.now() < end; await page.waitForTimeout(50)) {
      const shown = await page.evaluate('globalThis.benchShown ?? null');
      if (shown !== null) return Number(shown);
    }
    throw new Error('No tools on screen within a minute');
  } finally {
    await page.close();
  }
}
