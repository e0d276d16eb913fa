import type { BrowserContext } from '@playwright/test';
import { expect, test } from './fixtures/offline-test.ts';
import { placeOrder } from './fixtures/pages/purchase-page.ts';

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
  const unsent = page.locator('[data-outbox-badge]');
  await expect(unsent).toHaveText('1');
  expect(await ordersOf(customer)).toEqual([]);

  await patience.end();
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('You have - 1 order(s)')).toBeVisible();
  await expect(unsent).toBeHidden();
  expect(door.calls.filter((call) => call === 'POST /api/orders')).toHaveLength(1);
  expect(await ordersOf(customer)).toMatchObject([{ toolsName: tool.name }]);
});
