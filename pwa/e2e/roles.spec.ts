import type { Page } from '@playwright/test';
import { logInAs } from './fixtures/pages/login-page.ts';
import { expect, test } from './fixtures/test.ts';

/** Makes the person of a row what a button says, as an admin does it. */
async function give(page: Page, email: string, make: string) {
  await page.goto(`/dashboard/users?search=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: `${make}: ${email}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: make }).click();
  await expect(page.getByRole('button', { name: make.replace('Make', 'Remove') })).toBeVisible();
}
const menu = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' });

test('an admin makes a packer, who ships a parcel and sees no money anywhere', async ({
  adminPage,
  api,
  customer,
  order,
  browser,
}) => {
  await api.pay(customer, order._id);
  const packer = await api.newCustomer('Pia Packer');
  await api.verifyAddress(packer);
  await give(adminPage, packer.email, 'Make packer');

  const context = await browser.newContext();
  const page = await context.newPage();
  const answers: string[] = [];
  page.on('response', async (answer) => {
    if (/\/api\/(?:parcels|orders)/.test(answer.url())) answers.push(await answer.text().catch(() => ''));
  });
  await logInAs(page, packer);
  await expect(page).toHaveURL(/\/dashboard\/parcels$/);
  await expect(page.getByRole('heading', { name: 'Ship Orders' })).toBeVisible();
  for (const hidden of ['Manage All Orders', 'Make Admin', 'Operations', 'Manage Products'])
    await expect(menu(page).getByRole('link', { name: hidden })).toHaveCount(0);

  await page.getByRole('searchbox', { name: 'Order, customer or tool' }).fill(`K-${order.number}`);
  await page.getByRole('button', { name: 'Search' }).click();
  const row = page.locator(`[data-row="${order._id}"]`);
  await expect(row).toContainText(customer.name);
  await row.getByRole('link', { name: `K-${order.number}` }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('House 12, Road 7');
  await expect(page.getByRole('main')).not.toContainText('$');
  await expect(drawer).not.toContainText('$');
  await drawer.getByLabel('Tracking number').fill('PA12345');
  await drawer.getByRole('button', { name: 'Ship with this' }).click();
  await expect(page.getByText(/Successfully made an order shipped/)).toBeVisible({ timeout: 15_000 });
  const shipped = await api.call('GET', `/orders/order/${order._id}`, { token: customer.token });
  expect(shipped).toMatchObject({ status: 'Shipped', trackingNumber: 'PA12345' });
  expect(answers.length).toBeGreaterThan(0);
  for (const answer of answers)
    expect(answer).not.toMatch(/price|transactionId|paidWay|refund|dispute|"email"/i);

  await page.goto('/dashboard/manageorders');
  await expect(page).toHaveURL(/\/login$/);
  await context.close();
});

test('an editor changes a tool and cannot see orders', async ({ adminPage, api, browser, tool, order }) => {
  const editor = await api.newCustomer('Ed Itor');
  await api.verifyAddress(editor);
  await give(adminPage, editor.email, 'Make editor');

  const context = await browser.newContext();
  const page = await context.newPage();
  await logInAs(page, editor);
  await expect(page).toHaveURL(/\/dashboard\/manageoproducts$/);
  for (const shown of ['Manage Products', 'Add Product', 'Reviews'])
    await expect(menu(page).getByRole('link', { name: shown })).toBeVisible();
  await page.goto(`/dashboard/manageoproducts?search=${encodeURIComponent(tool.name)}`);
  await page.getByRole('button', { name: `Edit ${tool.name}` }).click();
  await page.getByLabel('Unit price').fill('21');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row').filter({ hasText: tool.name })).toContainText('$21');

  const { token } = await api.signInAgain(editor);
  for (const path of [`/orders/order/${order._id}`, '/orders', '/parcels', '/user'])
    await expect(api.call('GET', path, { token })).rejects.toThrow('403');
  await page.goto('/dashboard/parcels');
  await expect(page).toHaveURL(/\/login$/);
  await context.close();
});
