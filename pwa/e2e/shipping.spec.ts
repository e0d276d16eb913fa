import type { Page } from '@playwright/test';
import { manageOrdersPage, ordersOf } from './fixtures/pages/manage-orders-page.ts';
import type { Person, ShopApi, TestOrder, TestTool } from './fixtures/shop-api.ts';
import { expect, test } from './fixtures/test.ts';

/** Paid orders of one tool, each of more pieces than the one before. */
async function paidOrders(
  api: ShopApi,
  customer: Person,
  tool: TestTool,
  count: number,
): Promise<TestOrder[]> {
  const orders: TestOrder[] = [];
  for (let at = 0; at < count; at += 1) {
    const order = await api.newOrder(customer, tool, 2 + at);
    await api.pay(customer, order._id);
    orders.push(order);
  }
  return orders;
}

/** How many of a tool's orders were shipped, as the shop has it. */
const shippedOf = async (api: ShopApi, { token }: Person, { name }: TestTool) => {
  const query = new URLSearchParams({ find: name, in: 'tool', status: 'Shipped' });
  return (await api.call<TestOrder[]>('GET', `/orders?${query}`, { token })).map(({ _id }) => _id);
};
const ended = (page: Page) => page.getByText('Successfully made an order shipped.');

test('a key that is held down ships one order, and leaves its place to nobody', async ({
  adminPage: page,
  api,
  admin,
  customer,
  tool,
}) => {
  const [first] = await paidOrders(api, customer, tool, 3);
  const orders = manageOrdersPage(page);
  await page.goto(ordersOf(tool, 'ship'));
  await orders.ships.first().focus();
  // A second `down` of a key that is down already is a repeat, as the keyboard sends it.
  for (let times = 0; times < 40; times += 1) await page.keyboard.down('Enter');
  await expect(ended(page)).toBeVisible();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(orders.rows('$24').getByRole('button', { name: 'Shipped' })).toBeFocused();
  expect(await shippedOf(api, admin, tool)).toEqual([first?._id]);
});

test('who closes the page or leaves the list sends what waits', async ({
  adminPage: page,
  api,
  admin,
  customer,
  tool,
}) => {
  await paidOrders(api, customer, tool, 3);
  const orders = manageOrdersPage(page);
  await page.goto(ordersOf(tool, 'ship'));
  await orders.rows('$24').getByRole('button', { name: 'Ship' }).click();
  await expect(orders.rows('$24').getByText(/Shipping in/)).toBeVisible();
  await page.goto('/dashboard');
  await expect.poll(() => shippedOf(api, admin, tool)).toHaveLength(1);

  await page.goto(ordersOf(tool, 'ship'));
  for (const price of ['$36', '$48']) await orders.rows(price).getByRole('button', { name: 'Ship' }).click();
  await expect(orders.rows('$48').getByText(/Shipping in/)).toBeVisible();
  await page.getByRole('link', { name: 'My Profile' }).first().click();
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible();
  // The list is gone: whatever it had not sent by now it never would.
  await page.close();
  await expect.poll(() => shippedOf(api, admin, tool)).toHaveLength(3);
});

test('the pick list counts pieces by tool, and is printed alone on one page', async ({
  adminPage: page,
  api,
  customer,
  tool,
}) => {
  await paidOrders(api, customer, tool, 2);
  const orders = manageOrdersPage(page);
  await page.goto(ordersOf(tool, 'ship'));
  await orders.selectAll.check();
  await page.getByRole('button', { name: 'Pick list' }).click();
  const line = page.getByRole('dialog', { name: 'Pick list' }).getByRole('row', { name: tool.name });
  await expect(line.getByRole('cell')).toHaveText(['5', '2']);
  await page.emulateMedia({ media: 'print' });
  await expect(line).toBeVisible();
  await expect(page.locator('h1')).toBeHidden();
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
});

test('from the heading to the first Ship are at most eight tabs, and each button says whose order it is', async ({
  adminPage: page,
  api,
  customer,
  tool,
}) => {
  const [order] = await paidOrders(api, customer, tool, 1);
  await page.goto(ordersOf(tool, 'ship'));
  const ship = page.getByRole('button', { name: `Ship K-${order?.number} of ${customer.name}` });
  await expect(ship).toBeVisible();
  await page.getByRole('heading', { name: 'Manage All Orders' }).focus();
  let tabs = 0;
  while (tabs < 20 && !(await ship.evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press('Tab');
    tabs += 1;
  }
  expect(tabs).toBeLessThanOrEqual(8);
});
