import { openOrderForm, purchasePage } from './fixtures/pages/purchase-page.ts';
import { expect, test } from './fixtures/test.ts';

test('the quantity moves by one inside its limits and says them outside', async ({
  customerPage: page,
  api,
  admin,
}) => {
  const tool = await api.newTool(admin, { availableQuantity: 160 });
  await openOrderForm(page, tool);
  const form = purchasePage(page);
  // Unpaid orders of one person may hold a quarter of the stock.
  const limits = page.getByText('You can order minimum 2 or maximum 40 tools');

  await expect(form.quantity).toHaveValue('2');
  await expect(page.getByText('$24', { exact: true })).toBeVisible();
  await form.decrease.click();
  await expect(limits).toBeVisible();
  await expect(form.quantity).toHaveValue('2');
  await form.increase.click();
  await expect(limits).toBeHidden();
  await expect(page.getByText('$36', { exact: true })).toBeVisible();

  await form.quantity.fill('40');
  await form.increase.click();
  await expect(limits).toBeVisible();
  await expect(form.placeOrder).toBeEnabled();
  for (const typed of ['41', '1']) {
    await form.quantity.fill(typed);
    await expect(limits).toBeVisible();
    await expect(form.placeOrder).toBeDisabled();
  }
  await form.quantity.fill('');
  await expect(page.getByText('Something wrong please type Quantity.')).toBeVisible();
  await expect(form.placeOrder).toBeDisabled();
  await form.quantity.fill('some');
  await expect(page.getByText('Something wrong. please type quantity again.')).toBeVisible();
  await expect(form.placeOrder).toBeDisabled();
});

test('the way to verify an address has the colour of the links of the shop', async ({
  customerPage: page,
  tool,
}) => {
  await openOrderForm(page, tool);
  const link = page.getByRole('link', { name: 'Verify your address on My Profile' });
  const colours = await link.evaluate((element) => {
    const other = element.appendChild(document.createElement('i'));
    other.style.color = 'var(--mantine-color-anchor)';
    const both = [element, other].map((each) => getComputedStyle(each).color);
    other.remove();
    return both;
  });
  expect(colours[0]).toBe(colours[1]);
});
