import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { eventually } from '../../cluster/until.ts';
import type { Account } from '../../measuring/accounts.ts';
import { signInPhone } from '../../measuring/phone-browser.ts';
import { needChromium } from '../../stack/chromium.ts';
import type { ShopUnderTest } from '../shop-under-test.ts';
import { readManageOrders, readMyOrders, type ShownList } from './shown-lists.ts';
import { toldManageOrders, toldMyOrders } from './told-lists.ts';

/** How one open page came to agree with the shop. */
interface Agreement {
  page: string;
  /** Until it showed what the shop says; more than the patience when it did not. */
  ms: number;
  /** What it still showed otherwise in the end; '' when nothing. */
  difference: string;
}

/** Pages that two people keep open in a real browser, and never load again. */
export interface OpenPages {
  /** Waits until both show what the shop says, and gives how long that took from now on. Nobody may be buying any more. */
  agree(): Promise<Agreement[]>;
  close(): Promise<void>;
}

/** Longer than they may take, so that a late page and one that never follows are told apart. */
const patienceMs = 30_000;

/** Opens My Orders of the first buyer and Manage All Orders of the admin, signed in, and waits until both show the shop as it is. */
export async function openPages(shop: ShopUnderTest): Promise<OpenPages> {
  const [buyer] = shop.buyers;
  if (buyer === undefined) throw new Error('The shop has no buyers');
  const browser = await chromium.launch({ executablePath: needChromium() });
  try {
    await shop.admin.renew();
    const mine = await openPage(browser, shop.url, buyer, '/dashboard/myorders');
    const all = await openPage(browser, shop.url, shop.admin, '/dashboard/manageorders?tab=all', true);
    const pages: OpenPages = {
      agree: () =>
        Promise.all([
          agreement(
            'My Orders',
            () => readMyOrders(mine),
            () => toldMyOrders(shop, buyer),
          ),
          agreement(
            'Manage All Orders',
            () => readManageOrders(all),
            (shown) => toldManageOrders(shop, shown),
          ),
        ]),
      close: () => browser.close(),
    };
    return pages;
  } catch (error) {
    await browser.close();
    throw error;
  }
}

async function openPage(
  browser: Browser,
  url: string,
  person: Account,
  path: string,
  admin = false,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1600, height: 1000 } });
  await signInPhone(context, url, person, admin);
  const page = await context.newPage();
  await page.goto(url + path);
  await page
    .getByText(/order\(s\)/)
    .first()
    .waitFor();
  // Whoever loads it again loses this mark.
  await page.evaluate('globalThis.neverLoadedAgain = true');
  return page;
}

async function agreement(
  page: string,
  read: () => Promise<ShownList>,
  tell: (shown: ShownList) => Promise<ShownList>,
): Promise<Agreement> {
  const start = performance.now();
  for (;;) {
    const shown = await read();
    // What the shop says comes later than what is compared with it: a page that is right by then was right before.
    const ms = performance.now() - start;
    const difference = firstDifference(shown, await eventually(() => tell(shown)));
    if (difference === '' || ms > patienceMs) return { page, ms, difference };
    await pause(100);
  }
}

/** Names what a page shows otherwise than the shop tells; '' when nothing. */
function firstDifference(shown: ShownList, told: ShownList): string {
  if (shown.loadedAgain) return 'the page was loaded again';
  if (shown.total !== told.total) return `it counts ${shown.total} orders, the shop ${told.total}`;
  for (const [order, state] of told.states) {
    const seen = shown.states.get(order);
    if (seen !== state) return `${order} is ${seen ?? 'not shown'}, in the shop ${state}`;
  }
  const extra = [...shown.states.keys()].find((order) => !told.states.has(order));
  return extra === undefined ? '' : `${extra} is shown, and not in the shop`;
}
