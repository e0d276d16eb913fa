import type { Page } from '@playwright/test';
import { type Guard, type PageName, pageNames, pages } from '../src/app/pages.ts';
import { faultsIn } from './fixtures/faults.ts';
import { holdCatalogue } from './fixtures/held-catalogue.ts';
import { ownDecisions } from './fixtures/own-decisions.ts';
import { ordersOf } from './fixtures/pages/manage-orders-page.ts';
import { expect, test } from './fixtures/test.ts';

/** Sum of all layout shifts that no input caused, kept by the page itself from its first moment on. */
declare global {
  interface Window {
    shifted: number;
  }
}

const widths = [390, 1440] as const;
const steady = 0.05;

async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) window.shifted += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The address of a page of the table, with this id in it. */
const addressOf = (name: PageName, id = 'unknown') => {
  const [path] = pages[name].paths;
  return path === '*' ? '/nowhere' : path.replace(':id', id);
};

/** The addresses of all pages of the table that have this guard, with these ids in them. */
const addressesOf = (guard: Guard, ids: Partial<Record<PageName, string>>, query = (_: PageName) => '') =>
  pageNames
    .filter((name) => pages[name].guard === guard)
    .map((name) => addressOf(name, ids[name]) + query(name));

/** Waits until the page has its heading and nothing in it is still on its way. */
async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy="true"]')).toHaveCount(
    0,
  );
  // A payment may begin once its secret has come: until then the button fades in.
  await expect(page.getByRole('button', { name: /^Pay\b/, disabled: true })).toHaveCount(0);
}

/** Opens each path and checks it in both colour schemes; all faults of all paths are reported together. */
async function inspect(page: Page, paths: readonly string[]) {
  const faults: string[] = [];
  for (const path of paths) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(path);
    await settled(page);
    const shifted = await page.evaluate(() => window.shifted);
    if (shifted > steady) faults.push(`${path} shifts by ${shifted.toFixed(3)}`);
    for (const colorScheme of ['light', 'dark'] as const)
      faults.push(...(await faultsIn(page, colorScheme)).map((fault) => `${path} ${fault}`));
  }
  expect(faults).toEqual([]);
}

for (const width of widths) {
  test.describe(`at ${width} px nothing is in the way of a person`, () => {
    test.use({ viewport: { width, height: 900 } });
    test.beforeEach(async ({ page }) => {
      await watchShifts(page);
      // More cards of the same kind would make axe slow, not wiser.
      await holdCatalogue(page, 9);
    });

    for (const name of pageNames.filter((one) => pages[one].guard === 'anyone'))
      test(`for a visitor of the page "${name}"`, async ({ page, tool }) => {
        await inspect(page, [addressOf(name, tool._id)]);
      });

    test.describe('with the service worker', () => {
      test.use({ serviceWorkers: 'allow' });

      test('for a customer', async ({ customerPage: page, api, admin, customer, tool }) => {
        const refunded = await api.newOrder(customer, tool);
        await api.pay(customer, refunded._id);
        await api.refund(admin, refunded._id);
        const paid = await api.newOrder(customer, tool);
        await api.pay(customer, paid._id);
        const path = `/orders/${paid._id}/cancellation`;
        await api.call('POST', path, { token: customer.token, body: { reason: 'mistake' } });
        await api.call('DELETE', path, { token: admin.token });
        const unpaid = await api.newOrder(customer, tool);
        const ids = { purchase: tool._id, order: paid._id, payment: unpaid._id };
        await inspect(page, addressesOf('session', ids));
      });

      test('for an admin', async ({ adminPage: page, api, customer, tool }) => {
        await ownDecisions(page, tool);
        const paid = await api.newOrder(customer, tool);
        await api.pay(customer, paid._id);
        await api.call('POST', `/orders/${paid._id}/cancellation`, {
          token: customer.token,
          body: { reason: 'too-slow' },
        });
        await api.newOrder(customer, tool);
        const name = encodeURIComponent(tool.name);
        // Only this test's own rows: what other tests leave in the lists would make axe slow, not wiser.
        const searches: Partial<Record<PageName, string>> = {
          users: `?search=${encodeURIComponent(customer.email)}`,
          manageOrders: `?tab=all&find=${name}`,
          manageProducts: `?search=${name}`,
          parcels: `?find=${name}`,
        };
        await inspect(page, [
          ...(['admin', 'packer', 'editor'] as const).flatMap((guard) =>
            addressesOf(guard, {}, (page) => searches[page] ?? ''),
          ),
          '/dashboard/manageorders?tab=decide',
        ]);
      });
    });
  });
}

test('dialogs and drawers stand out from the page in both schemes and stay readable', async ({
  adminPage: page,
  api,
  customer,
  tool,
}) => {
  await api.newOrder(customer, tool);
  const name = encodeURIComponent(tool.name);
  const ground = (selector: string) =>
    page
      .locator(selector)
      .last()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  for (const [path, button, role] of [
    [ordersOf(tool), tool.name, 'link'],
    [ordersOf(tool), 'Delete', 'button'],
    [ordersOf(tool), 'Ship from a list', 'button'],
    [`/dashboard/manageoproducts?search=${name}`, 'Edit', 'button'],
    ['/privacy', 'Erase my account', 'button'],
  ] as const) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(path);
    await page.getByRole('main').getByRole(role, { name: button }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await settled(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      expect(await faultsIn(page, colorScheme), button).toEqual([]);
      expect(await ground('dialog[open], [role="dialog"]')).not.toBe(await ground('body'));
    }
  }
});

test('at 200 % text nothing is cut off to the side', async ({ page, customer, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, customer);
  for (const path of ['/', '/tools', '/blog', '/privacy', '/dashboard', '/dashboard/myorders']) {
    await page.goto(path);
    await settled(page);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(wide, path).toBeLessThanOrEqual(0);
  }
});
