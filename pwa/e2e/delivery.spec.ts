import { fillDestination, openOrderForm, purchasePage } from './fixtures/pages/purchase-page.ts';
import type { TestOrder } from './fixtures/shop-api.ts';
import { expect, test } from './fixtures/test.ts';

const phone = '01711-222333';

test('the telephone of the profile goes with the order to its packing slip', async ({
  customerPage: page,
  api,
  browser,
  customer,
  admin,
  signIn,
  tool,
}) => {
  const profile = { phone, education: 'BSc', country: 'Bangladesh', name: customer.name };
  await api.call('PUT', `/userinfo/${customer.email}`, { token: customer.token, body: profile });
  await openOrderForm(page, tool);
  await expect(page.getByLabel('Phone')).toHaveValue(phone);
  await page.getByLabel('Phone').fill('call me');
  await fillDestination(page);
  await purchasePage(page).placeOrder.click();
  await expect(page.getByText('Enter a phone number such as 01711-000000')).toBeVisible();
  await page.getByLabel('Phone').fill('01811-444555');
  await page.reload();
  await expect(page.getByLabel('Phone')).toHaveValue('01811-444555');
  await purchasePage(page).placeOrder.click();
  const receipt = page.getByRole('article');
  await expect(receipt).toContainText('Deliver to');
  await expect(receipt).toContainText('01811-444555');
  const number = /K-\d+/.exec((await receipt.textContent()) ?? '')?.[0];
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await api.pay(customer, id);
  await expect(page.getByText('Next: packed and shipped, usually within 2 days.')).toBeVisible();

  const context = await browser.newContext();
  const desk = await context.newPage();
  await desk.addInitScript(() => {
    window.print = () => undefined;
  });
  await signIn(desk, admin);
  // What the code of a slip holds.
  await desk.goto(`/dashboard/orders/${number}`);
  await desk.getByRole('dialog').getByRole('button', { name: /Print/ }).click();
  const slip = desk.getByLabel(`Packing slip ${number}`);
  await expect(slip).toContainText('01811-444555');
  await expect(slip).toContainText(tool.name);
  await context.close();
});

test('an order is ordered again as it was, at today’s price and within today’s limits', async ({
  customerPage: page,
  api,
  admin,
  customer,
}) => {
  const tool = await api.newTool(admin, { availableQuantity: 40 });
  const { order } = await api.call<{ order: TestOrder }>('POST', '/orders', {
    token: customer.token,
    idempotencyKey: customer.uid,
    body: {
      toolId: tool._id,
      email: customer.email,
      name: customer.name,
      address: 'House 99',
      city: 'Khulna',
      zip: '9100',
      phone,
      quantity: 8,
      unitPrice: tool.price,
    },
  });
  await api.pay(customer, order._id);
  await api.call('PUT', `/tools/${tool._id}`, {
    token: admin.token,
    body: { price: 15, availableQuantity: 20 },
  });
  await page.goto('/dashboard/myorders');
  await page.getByRole('link', { name: `Order again: 8 × ${tool.name}` }).click();
  await expect(page.getByLabel('Address')).toHaveValue('House 99');
  await expect(page.getByLabel('City')).toHaveValue('Khulna');
  await expect(page.getByLabel('Zip Code')).toHaveValue('9100');
  await expect(page.getByLabel('Phone')).toHaveValue(phone);
  await expect(page.getByText('The price is now $15 each. Last time it was $12.')).toBeVisible();
  await expect(page.getByText('You ordered 8 last time. You can order 5 now.')).toBeVisible();
  await expect(purchasePage(page).quantity).toHaveValue('5');
  await purchasePage(page).placeOrder.click();
  await expect(page.getByRole('heading', { name: 'Your order is placed' })).toBeVisible();

  await api.call('DELETE', `/tools/${tool._id}`, { token: admin.token });
  await page.goto(`/dashboard/orders/${order._id}`);
  await page.getByRole('link', { name: /^Order again/ }).click();
  await expect(page.getByText('We no longer sell this tool.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See all tools' })).toBeVisible();
});

test('My Orders says number, date and delivery of each order, on a phone and on a wide screen', async ({
  customerPage: page,
  api,
  admin,
  customer,
  tool,
}) => {
  const sent = await api.newOrder(customer, tool, 3);
  await api.pay(customer, sent._id);
  await api.call('PUT', `/order/${sent._id}`, {
    token: admin.token,
    body: { status: 'Shipped', carrier: 'Pathao' },
  });
  const waiting = await api.newOrder(customer, tool, 4);
  await api.pay(customer, waiting._id);
  const unpaid = await api.newOrder(customer, tool, 2);
  await page.goto('/dashboard/myorders');
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [{ number }, delivery] of [
      [sent, /Shipped on .* with Pathao/],
      [waiting, 'Not shipped yet'],
      [unpaid, 'Ships after payment'],
    ] as const) {
      const row = page.getByRole('row').filter({ hasText: `K-${number}` });
      await expect(row).toContainText(delivery);
      await expect(row).toContainText(String(new Date().getFullYear()));
    }
  }
});
