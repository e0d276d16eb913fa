import { destination, openOrderForm, purchasePage } from './fixtures/pages/purchase-page.ts';
import { expect, test } from './fixtures/test.ts';

const placed = 'You Place the order successfully.';

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

test('an order needs a destination, what is typed survives a reload, and the next order begins with it', async ({
  customerPage: page,
  tool,
}) => {
  await openOrderForm(page, tool);
  const form = purchasePage(page);
  await form.placeOrder.click();
  for (const message of ['Address is required', 'City is required', 'Zip Code is required']) {
    await expect(page.getByText(message)).toBeVisible();
  }

  await form.address.fill(destination.address);
  await form.city.fill(destination.city);
  await form.quantity.fill('5');
  await page.reload();
  await expect(form.address).toHaveValue(destination.address);
  await expect(form.city).toHaveValue(destination.city);
  await expect(form.quantity).toHaveValue('5');

  await form.zip.fill(destination.zip);
  await form.placeOrder.click();
  await expect(page.getByText(placed)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your order is placed' })).toBeVisible();

  await page.goto(`/purchase/${tool._id}`);
  await expect(form.address).toHaveValue(destination.address);
  await expect(form.zip).toHaveValue(destination.zip);
  await expect(form.quantity).toHaveValue('2');
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
