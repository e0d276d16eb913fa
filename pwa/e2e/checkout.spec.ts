import { destination, fillDestination, openOrderForm, purchasePage } from './fixtures/pages/purchase-page.ts';
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

test('a price that changed meanwhile is asked about in place', async ({
  customerPage: page,
  api,
  admin,
  tool,
}) => {
  await openOrderForm(page, tool);
  const form = purchasePage(page);
  await fillDestination(page);
  await api.call('PUT', `/tools/${tool._id}`, { body: { price: 15 }, token: admin.token });
  await form.placeOrder.click();
  await expect(page.getByText('The price has changed')).toBeVisible();
  await expect(page.getByText(placed)).toBeHidden();
  await page.getByRole('button', { name: 'Order for $30' }).click();
  await expect(page.getByText(placed)).toBeVisible();
});

test('when somebody was faster, what is left is offered in place', async ({
  customerPage: page,
  api,
  admin,
}) => {
  const tool = await api.newTool(admin, { availableQuantity: 20 });
  await openOrderForm(page, tool);
  const form = purchasePage(page);
  await fillDestination(page);
  await form.quantity.fill('5');
  await api.call('PUT', `/tools/${tool._id}`, { body: { availableQuantity: 2 }, token: admin.token });
  await form.placeOrder.click();
  await expect(page.getByText('Not enough in stock')).toBeVisible();
  await page.getByRole('button', { name: 'Order 2 instead' }).click();
  await expect(page.getByText(placed)).toBeVisible();
});

test('what unpaid orders may hold, and how long, is said before the order', async ({
  customerPage: page,
  api,
  customer,
  tool,
}) => {
  await openOrderForm(page, tool);
  await expect(
    page.getByText('We hold unpaid items for 72 hours (2 hours until you verify your email).'),
  ).toBeVisible();
  const share = page.getByText(/^You can have up to/);
  await expect(share).toHaveText('You can have up to 10 of this tool in unpaid orders.');
  await purchasePage(page).quantity.fill('11');
  await expect(page.getByText('You can order minimum 2 or maximum 10 tools')).toBeVisible();
  await expect(purchasePage(page).placeOrder).toBeDisabled();

  await api.newOrder(customer, tool, 4);
  await page.reload();
  await expect(share).toContainText('10 of this tool in unpaid orders. You already have 4.');
});

test('an order that would hold too much is refused by the shop, and what is possible is offered in place', async ({
  customerPage: page,
  context,
  tool,
}) => {
  // A page that does not know of the limit.
  await context.route('**/api/config', async (route) => {
    const answer = await route.fetch();
    const config = await answer.json();
    await route.fulfill({
      json: { ...config, unpaidOrders: { ...config.unpaidOrders, maxHeldPercent: 100 } },
    });
  });
  await openOrderForm(page, tool);
  await expect(page.getByText(/may together hold/)).toBeHidden();
  await fillDestination(page);
  await purchasePage(page).quantity.fill('15');
  await purchasePage(page).placeOrder.click();
  await expect(page.getByText('Too many in unpaid orders')).toBeVisible();
  await page.getByRole('button', { name: 'Order 10 instead' }).click();
  await expect(page.getByText(placed)).toBeVisible();
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
