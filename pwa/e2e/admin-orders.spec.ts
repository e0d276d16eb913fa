import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures/test.ts';

test('an admin finds, ships and deletes orders and exports what the filter shows', async ({
  adminPage: page,
  api,
  customer,
  tool,
}) => {
  const paid = await api.newOrder(customer, tool, 4);
  await api.pay(customer, paid._id);
  await api.newOrder(customer, tool, 3);
  await page.goto('/dashboard/manageorders');
  await page.getByRole('searchbox', { name: 'Tools name' }).fill(tool.name);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('2 order(s)')).toBeVisible();
  const paidRow = page.getByRole('row').filter({ hasText: '$48' });
  const unpaidRow = page.getByRole('row').filter({ hasText: '$36' });
  await expect(paidRow).toContainText(customer.email);
  await expect(paidRow.getByText('Paid')).toBeVisible();
  await expect(paidRow.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expect(unpaidRow.getByRole('button', { name: 'Ship' })).toHaveCount(0);

  await test.step('the filter lives in the address', async () => {
    await page.getByLabel('Payment').selectOption('Paid');
    await expect(page).toHaveURL(/paid=true/);
    await expect(page.getByText('1 order(s)')).toBeVisible();
    await page.reload();
    await expect(page.getByText('1 order(s)')).toBeVisible();
    await expect(unpaidRow).toHaveCount(0);
  });

  await test.step('the export holds exactly the filtered orders', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    const lines = text.trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(paid._id);
    expect(lines[1]).toContain(tool.name);
  });

  await test.step('a paid order is shipped; the badge sends the change again', async () => {
    await paidRow.getByRole('button', { name: 'Ship' }).click();
    await expect(page.getByText('Successfully made an order shipped.')).toBeVisible();
    await paidRow.getByRole('button', { name: 'Shipped' }).click();
    await expect(page.getByText('was shipped already')).toBeVisible();
  });

  await test.step('the drawer tells the whole story', async () => {
    await paidRow.getByRole('button', { name: tool.name }).first().click();
    const drawer = page.getByRole('dialog', { name: tool.name });
    await expect(drawer).toContainText('House 12, Road 7');
    for (const event of ['Placed', 'Paid', 'Shipped']) {
      await expect(drawer.getByRole('listitem').filter({ hasText: event }).first()).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });

  await test.step('an unpaid order is deleted after a question that names it', async () => {
    await page.getByLabel('Payment').selectOption('Unpaid');
    await unpaidRow.getByRole('button', { name: 'Delete' }).click();
    const modal = page.getByRole('dialog');
    await expect(modal).toContainText(`3 × ${tool.name}`);
    await modal.getByRole('button', { name: 'Delete order' }).click();
    await expect(page.getByText('Suuccessfully deleted')).toBeVisible();
    await expect(unpaidRow).toHaveCount(0);
  });
});

test('who ships with the keyboard keeps the place, also when the order leaves the list', async ({
  adminPage: page,
  api,
  customer,
  tool,
}) => {
  for (const quantity of [3, 4]) {
    const order = await api.newOrder(customer, tool, quantity);
    await api.pay(customer, order._id);
  }
  await page.goto(`/dashboard/manageorders?search=${encodeURIComponent(tool.name)}`);
  const newer = page.getByRole('row').filter({ hasText: '$48' });
  const older = page.getByRole('row').filter({ hasText: '$36' });

  await test.step('in the order itself', async () => {
    await newer.getByRole('button', { name: tool.name }).first().click();
    const drawer = page.getByRole('dialog', { name: tool.name });
    await drawer.getByRole('button', { name: 'Ship' }).press('Enter');
    await expect(drawer.getByRole('button', { name: 'Shipped' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });

  await test.step('in its row', async () => {
    await newer.getByRole('button', { name: 'Shipped' }).press('Enter');
    await expect(page.getByText('was shipped already')).toBeVisible();
    await expect(newer.getByRole('button', { name: 'Shipped' })).toBeFocused();
  });

  await test.step('on the heading, once nothing is left to ship', async () => {
    await page.getByLabel('Status').selectOption('Pending');
    await expect(newer).toHaveCount(0);
    await older.getByRole('button', { name: 'Ship' }).press('Enter');
    await expect(page.getByText('No order fits this filter')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Manage All Orders' })).toBeFocused();
  });
});

test('an open list shows a new order and its payment without a reload', async ({
  adminPage: page,
  api,
  customer,
  tool,
}) => {
  const path = `/dashboard/manageorders?search=${encodeURIComponent(tool.name)}`;
  await page.goto(path);
  await expect(page.getByText('0 order(s)')).toBeVisible();
  const order = await api.newOrder(customer, tool);
  const row = page.getByRole('row').filter({ hasText: tool.name });
  await expect(row).toBeVisible();
  await expect(row.getByText('Unpaid')).toBeVisible();
  await api.pay(customer, order._id);
  await expect(row.getByRole('button', { name: 'Ship' })).toBeVisible();
});

test('the operations page shows the log and any order’s history', async ({
  adminPage: page,
  customer,
  order,
}) => {
  await page.goto('/dashboard/operations');
  await expect(page.getByRole('heading', { name: 'Order log' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Dependencies' }).getByText('Up').first()).toBeVisible();
  await page.getByLabel('Order number').fill(order._id);
  await page.getByRole('button', { name: 'Show history' }).click();
  const history = page.getByRole('region', { name: 'History of an order' });
  await expect(history).toContainText('1 event(s)');
  await expect(history).toContainText('order.created');
  await expect(history).toContainText(`user:${customer.uid}`);
});
