import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const pathOf = ({ _id }: { _id: string }) => `/dashboard/orders/${_id}`;

/** Opens the page of an order and waits until it follows the shop. */
const openOrder = (page: Page, order: { _id: string }) =>
  Promise.all([page.waitForResponse('**/api/live'), page.goto(pathOf(order))]);

const askButton = (page: Page) => page.getByRole('button', { name: 'Request cancellation', exact: true });

async function askToCancel(page: Page, reason: string): Promise<void> {
  await askButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Request cancellation of this order?' });
  await dialog.getByLabel('Why do you want to cancel?').selectOption(reason);
  await dialog.getByRole('button', { name: 'Request cancellation' }).click();
}

test('a customer asks to cancel, and sees the money come back without a reload', async ({
  customerPage: page,
  api,
  admin,
  customer,
  order,
}) => {
  await api.pay(customer, order._id);
  await openOrder(page, order);
  await askToCancel(page, 'Ordered by mistake');
  await expect(page.getByText(/You requested cancellation on/)).toBeVisible();
  await expect(askButton(page)).toBeHidden();

  await api.refund(admin, order._id);
  await expect(page.getByText(/^\$24 was refunded on .*\d\.$/)).toBeVisible();
  await expect(page.getByText(/You requested cancellation/)).toBeHidden();
  const receipt = page.getByRole('article', { name: 'Receipt' });
  await expect(receipt).toContainText('Total price $24');
  await expect(receipt).toContainText(/Refunded on .* -\$24/);
  await expect(receipt).toContainText('Net total $0');
  const story = page.getByRole('region', { name: 'Order history' }).getByRole('listitem');
  await expect(story).toHaveText([
    /^Ordered/,
    /^Paid/,
    /^Cancellation requested/,
    /^Refund started/,
    /^Refunded \$24/,
  ]);

  await page.getByRole('link', { name: 'My Orders' }).last().click();
  await expect(page.getByRole('heading', { name: 'You have - 1 order(s)' })).toBeVisible();
  await expect(page.getByText('Refunded', { exact: true })).toBeVisible();
  await expect(page.getByText(/^\$24 was refunded on/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Delete/ })).toBeHidden();
});
