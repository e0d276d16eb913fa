import { readFile } from 'node:fs/promises';
import { manageOrdersPage, ordersOf } from './fixtures/pages/manage-orders-page.ts';
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
  const orders = manageOrdersPage(page);
  await page.goto('/dashboard/manageorders?tab=all');
  await orders.find.fill(tool.name);
  await orders.search.click();
  await expect(page.getByText('2 order(s)')).toBeVisible();
  await expect(page.getByText(`Searched for “${tool.name}” as part of a tool’s name.`)).toBeVisible();
  const paidRow = orders.rows('$48');
  const unpaidRow = orders.rows('$36');
  await expect(paidRow).toContainText(customer.email);
  await expect(paidRow.getByText('Paid')).toBeVisible();
  await expect(paidRow.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expect(unpaidRow.getByRole('button', { name: 'Ship' })).toHaveCount(0);

  await test.step('tab and filter live in the address', async () => {
    await orders.tab('To ship').click();
    await expect(page.getByText('1 order(s)')).toBeVisible();
    await page.reload();
    await expect(page.getByText('1 order(s)')).toBeVisible();
    await expect(unpaidRow).toHaveCount(0);
    await orders.filter.click();
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await expect(page).toHaveURL(/to=2020-01-01/);
    await expect(page.getByText(`No orders match “${tool.name}”`)).toBeVisible();
    await page.getByLabel('To', { exact: true }).fill('');
    await expect(page.getByText('1 order(s)')).toBeVisible();
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

  await test.step('a paid order is shipped and stays in its place; the badge sends the change again', async () => {
    await paidRow.getByRole('button', { name: 'Ship' }).click();
    await expect(paidRow.getByText(/Shipping in \d s/)).toBeVisible();
    await expect(page.getByText('Successfully made an order shipped.')).toBeVisible();
    await paidRow.getByRole('button', { name: 'Shipped' }).click();
    await expect(page.getByText('was shipped already')).toBeVisible();
    await expect(page.getByText('0 order(s)')).toBeVisible();
    await expect(paidRow).toBeVisible();
  });

  await test.step('the drawer tells the whole story', async () => {
    await paidRow.getByRole('link', { name: tool.name }).click();
    const drawer = page.getByRole('dialog', { name: tool.name });
    await expect(drawer).toContainText('House 12, Road 7');
    for (const event of ['Placed', 'Paid', 'Shipped']) {
      await expect(drawer.getByRole('listitem').filter({ hasText: event }).first()).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });

  await test.step('an unpaid order is deleted after a question that names it, and its row says so', async () => {
    await orders.tab('Unpaid').click();
    await unpaidRow.getByRole('button', { name: 'Delete' }).click();
    const modal = page.getByRole('dialog');
    await expect(modal).toContainText(`3 × ${tool.name}`);
    await modal.getByRole('button', { name: 'Delete order' }).click();
    await expect(page.getByText('Suuccessfully deleted')).toBeVisible();
    await expect(unpaidRow).toContainText('Deleted');
    await page.reload();
    await expect(page.getByText('0 order(s)')).toBeVisible();
  });
});

test('an order has an address of its own, beside its list', async ({
  adminPage: page,
  api,
  customer,
  tool,
}) => {
  const [first, second] = [await api.newOrder(customer, tool, 3), await api.newOrder(customer, tool, 4)];
  for (const { _id } of [first, second]) await api.pay(customer, _id);
  const orders = manageOrdersPage(page);
  await page.goto(ordersOf(tool, 'ship'));

  await test.step('which "back" and Close leave', async () => {
    await orders.rows('$36').getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/dashboard/manageorders/K-${first.number}\\?`));
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(orders.rows('$36').getByRole('link')).toBeFocused();
    await orders.rows('$36').getByRole('link').click();
    await page.getByRole('button', { name: 'Close order' }).click();
    await expect(page).toHaveURL(/manageorders\?/);
    await expect(orders.rows('$36').getByRole('link')).toBeFocused();
  });

  await test.step('which leads to the next one with a key, and still back to the list', async () => {
    await orders.rows('$36').getByRole('link').click();
    await expect(page.getByRole('dialog', { name: `K-${first.number}` })).toBeVisible();
    await page.getByRole('button', { name: 'Close order' }).press('j');
    await expect(page.getByRole('dialog', { name: `K-${second.number}` })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`K-${second.number}`));
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('which a reload and a link open', async () => {
    await page.goto(`/dashboard/manageorders/k${second.number}`);
    await expect(page.getByRole('dialog', { name: `K-${second.number}` })).toContainText(tool.name);
    await page.reload();
    await expect(page.getByRole('dialog', { name: `K-${second.number}` })).toContainText(tool.name);
  });

  await test.step('which says so where there is no such order', async () => {
    await page.goto('/dashboard/manageorders/K-999999999');
    await expect(page.getByRole('dialog')).toContainText('Order K-999999999 was not found.');
  });
});

test('the box finds an order by its number, whatever became of it, and says what was looked for', async ({
  adminPage: page,
  api,
  admin,
  customer,
  tool,
}) => {
  const order = await api.newOrder(customer, tool, 3);
  await api.pay(customer, order._id);
  await api.call('PUT', `/order/${order._id}`, { token: admin.token, body: { status: 'Shipped' } });
  const orders = manageOrdersPage(page);
  await page.goto('/dashboard/manageorders');
  await orders.find.fill(`k-${order.number}`);
  await orders.find.press('Enter');
  await expect(page.getByText('as an order number.')).toBeVisible();
  await expect(orders.rows(`K-${order.number}`)).toContainText('Shipped');
  await orders.find.fill('K-999999999');
  await orders.search.click();
  await expect(page.getByText('Order K-999999999 was not found.')).toBeVisible();
});

test('the operations page shows the log and any order’s history', async ({
  adminPage: page,
  customer,
  order,
}) => {
  await page.goto('/dashboard/operations');
  await expect(page.getByRole('heading', { name: 'Order log' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Dependencies' }).getByText('Up').first()).toBeVisible();
  await page.getByLabel('Order number', { exact: true }).fill(order._id);
  await page.getByRole('button', { name: 'Show history' }).click();
  const history = page.getByRole('region', { name: 'History of an order' });
  await expect(history).toContainText('1 event(s)');
  await expect(history).toContainText('order.created');
  await expect(history).toContainText(`user:${customer.uid}`);
});
