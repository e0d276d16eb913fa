import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { type Browser, chromium, type Page } from '@playwright/test';
import { eventually } from '../../cluster/until.ts';
import type { Account } from '../../measuring/accounts.ts';
import { signInPhone } from '../../measuring/phone-browser.ts';
import { needChromium } from '../../stack/places.ts';
import type { LabShop } from '../lab-shop.ts';
import { readOrderList } from '../read-aftermath.ts';

/** A list of orders: as a page shows it, or as the shop tells it. */
interface ShownList {
  /** How many orders there are in all. */
  total: number;
  /** By number or id of an order: unpaid, paid, shipped, and what else the page tells apart. */
  states: ReadonlyMap<string, string>;
}

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

/**
 * Opens My Orders of the first buyer and Manage All Orders of the admin, signed in, in a browser that is started with `args`, and waits until
 * both show the shop as it is.
 */
export async function openPages(shop: LabShop, args: readonly string[]): Promise<OpenPages> {
  const { admin, url } = shop;
  const { buyer } = shop.pick(0);
  const browser = await chromium.launch({ executablePath: needChromium(), args: [...args] });
  try {
    await admin.renew();
    const mine = await openPage(browser, url, buyer, '/dashboard/myorders');
    const all = await openPage(browser, url, admin, '/dashboard/manageorders?tab=all', true);
    return {
      agree: () =>
        Promise.all([
          agreement('My Orders', mine, myOrders, () => toldMyOrders(shop, buyer)),
          agreement('Manage All Orders', all, manageOrders, (shown) => toldManageOrders(shop, shown)),
        ]),
      close: () => browser.close(),
    };
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
  // A page that is loaded again loses this mark.
  await page.evaluate('globalThis.neverLoadedAgain = true');
  return page;
}

/** My Orders: each order by its number, with every mark of its payment, such as "paid shipped"; none is "unpaid". Runs in the page. */
const myOrders = `({
  heading: document.querySelector('h1')?.textContent ?? '',
  rows: [...document.querySelectorAll('tbody tr')].map((row) => [
    /K-\\d+/.exec(row.textContent)?.[0] ?? '',
    [...row.querySelectorAll('[data-state]')].map((mark) => mark.dataset.state).join(' ') || 'unpaid',
  ]),
  marked: globalThis.neverLoadedAgain === true,
})`;

/** Manage All Orders: each order by its id, with its one mark, or "deleted" where the row says so. Runs in the page. */
const manageOrders = `({
  heading: [...document.querySelectorAll('[role=status]')].find((one) => /order\\(s\\)/.test(one.textContent))?.textContent ?? '',
  rows: [...document.querySelectorAll('tr[data-row]')].map((row) => [
    row.dataset.row,
    row.querySelector('[data-state]')?.dataset.state ?? 'deleted',
  ]),
  marked: globalThis.neverLoadedAgain === true,
})`;

interface Read {
  heading: string;
  rows: [string, string][];
  marked: boolean;
}

async function agreement(
  page: string,
  tab: Page,
  reading: string,
  tell: (shown: ShownList) => Promise<ShownList>,
): Promise<Agreement> {
  const start = performance.now();
  for (;;) {
    const { heading, rows, marked } = (await tab.evaluate(reading)) as Read;
    const shown = { total: Number(/\d+/.exec(heading)?.[0] ?? Number.NaN), states: new Map(rows) };
    // What the shop says comes later than what is compared with it: a page that is right by then was right before.
    const ms = performance.now() - start;
    const told = await eventually(() => tell(shown));
    const difference = marked ? firstDifference(shown, told) : 'the page was loaded again';
    if (difference === '' || ms > patienceMs) return { page, ms, difference };
    await pause(100);
  }
}

/** Names what a page shows otherwise than the shop tells; '' when nothing. */
function firstDifference(shown: ShownList, told: ShownList): string {
  if (shown.total !== told.total) return `it counts ${shown.total} orders, the shop ${told.total}`;
  for (const [order, state] of told.states) {
    const seen = shown.states.get(order);
    if (seen !== state) return `${order} is ${seen ?? 'not shown'}, in the shop ${state}`;
  }
  const extra = [...shown.states.keys()].find((order) => !told.states.has(order));
  return extra === undefined ? '' : `${extra} is shown, and not in the shop`;
}

/** What My Orders of a person has to show now: it keeps the newest, in so many pages of the API. */
async function toldMyOrders(shop: LabShop, { email, token }: Account): Promise<ShownList> {
  const newest = { pageSize: 100, pages: 3 };
  const { total, orders } = await readOrderList(shop, `/api/orders/${email}`, token, newest);
  return { total, states: new Map(orders.map((order) => [showNumber(order.number), marksOf(order)])) };
}

/** What Manage All Orders has to show now of the orders that it shows: its rows stay where they are, and only their states follow. */
async function toldManageOrders(shop: LabShop, shown: ShownList): Promise<ShownList> {
  const { total, orders } = await readOrderList(shop, '/api/orders', shop.admin.token);
  const byId = new Map(orders.map((order) => [order._id, stateOf(order)]));
  return { total, states: new Map([...shown.states.keys()].map((id) => [id, byId.get(id) ?? 'deleted'])) };
}

const marksOf = ({ paid, status }: Order): string =>
  [...(paid ? ['paid'] : []), ...(status === 'Shipped' ? ['shipped'] : [])].join(' ') || 'unpaid';

function stateOf({ paid, status, refund, price }: Order): string {
  if (refund?.whole === true) return refund.amount < price ? 'refund-due' : 'refunded';
  if (status === 'Shipped') return 'shipped';
  return paid ? 'paid' : 'unpaid';
}
