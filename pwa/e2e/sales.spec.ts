import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures/test.ts';

test('an admin sees what was sold, keeps the span in the address and saves it as a file', async ({
  adminPage: page,
  admin,
  api,
  customer,
}) => {
  // More pieces than any other test sells.
  const tool = await api.newTool(admin, { price: 1, minOrderQuantity: 250, availableQuantity: 1_000 });
  const order = await api.newOrder(customer, tool);
  await api.pay(customer, order._id);

  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Sales' }).click();
  await expect(page.getByRole('heading', { name: 'Sales', level: 1 })).toBeVisible();
  await page.getByLabel('Period').selectOption('Last 7 days');
  await expect(page).toHaveURL(/days=7/);
  await expect(page.getByRole('table', { name: 'Best sellers' })).toContainText(tool.name);
  await expect(page.locator('.recharts-bar-rectangle path').first()).toBeVisible();

  await page.getByText('Money paid as a table').click();
  const rows = page.getByRole('table', { name: 'Money paid' }).getByRole('row');
  await expect(rows).toHaveCount(8);
  await expect(rows.last()).toContainText('$');

  await page.getByLabel('Add up by').selectOption('Month');
  await page.reload();
  await expect(page.getByLabel('Period')).toHaveValue('7');
  await expect(page.getByLabel('Add up by')).toHaveValue('month');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV by day' }).click();
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\n');
  expect(lines).toHaveLength(8);
  expect(lines[0]).toContain('day,ordersPlaced,ordersPaid,money,refunds,currency');
});
