import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './fixtures/offline-test.ts';
import { placeOrder } from './fixtures/pages/purchase-page.ts';
import type { ShopDoor } from './fixtures/shop-door.ts';

const ordersSent = (door: ShopDoor) => door.calls.filter((call) => call === 'POST /api/orders').length;
const sendNow = (page: Page) => page.getByRole('button', { name: 'Send now' });
const unsent = (page: Page) => page.locator('[data-outbox-badge]');

/** The shop asks for an hour's patience with orders, so that no page tries again by itself while the test looks on. */
async function askForPatience(visitor: BrowserContext) {
  let asked = 0;
  const problem = {
    type: '/api/docs#BUSY',
    title: 'Busy',
    status: 503,
    detail: 'The shop is busy. Try again later.',
    code: 'BUSY',
    requestId: 'none',
  };
  await visitor.route('**/api/orders', async (route) => {
    await route.fulfill({
      status: 503,
      headers: { 'Retry-After': '3600' },
      contentType: 'application/problem+json',
      body: JSON.stringify(problem),
    });
    asked += 1;
  });
  return { asked: () => asked, end: () => visitor.unroute('**/api/orders') };
}

test('"Send now" sends an order whose next try is an hour away, once', async ({
  customer,
  door,
  ordersOf,
  tool,
  visitor,
  customerPage: page,
}) => {
  const patience = await askForPatience(visitor);
  await placeOrder(page, tool);
  await expect.poll(patience.asked).toBe(1);
  await page.goto('/dashboard/myorders');
  // A page that opens tries once by itself.
  await expect.poll(patience.asked).toBe(2);
  await expect(unsent(page)).toHaveText('1');
  expect(await ordersOf(customer)).toEqual([]);

  await patience.end();
  await sendNow(page).click();
  await expect(page.getByText('You have - 1 order(s)')).toBeVisible();
  await expect(unsent(page)).toBeHidden();
  expect(ordersSent(door)).toBe(1);
  expect(await ordersOf(customer)).toMatchObject([{ toolsName: tool.name }]);
});

test('two tabs that may both send a waiting order ask the shop once', async ({
  customer,
  door,
  ordersOf,
  tool,
  visitor,
  customerPage: page,
}) => {
  const patience = await askForPatience(visitor);
  await placeOrder(page, tool);
  await expect.poll(patience.asked).toBe(1);
  const tabs = [page, await visitor.newPage()];
  for (const [index, tab] of tabs.entries()) {
    await tab.goto('/dashboard/myorders');
    // A page that opens tries once by itself.
    await expect.poll(patience.asked).toBe(index + 2);
    await expect(sendNow(tab)).toBeEnabled();
  }
  await patience.end();
  await Promise.all(tabs.map((tab) => tab.evaluate(() => window.dispatchEvent(new Event('online')))));
  for (const tab of tabs) {
    await expect(tab.getByText('You have - 1 order(s)')).toBeVisible();
    await expect(unsent(tab)).toBeHidden();
  }
  expect(ordersSent(door)).toBe(1);
  expect(await ordersOf(customer)).toHaveLength(1);
});
