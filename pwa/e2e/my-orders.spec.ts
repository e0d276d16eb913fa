import { expect, test } from './fixtures/test.ts';

test('a refused My Orders signs the person out and shows the home page', async ({
  customerPage: page,
  context,
  customer,
}) => {
  await context.route(`**/api/orders/${encodeURIComponent(customer.email)}*`, (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title: 'Forbidden',
        status: 403,
        detail: 'Not yours.',
        code: 'FORBIDDEN',
        requestId: 'test',
      }),
    }),
  );
  await page.goto('/dashboard/myorders');
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
});

test('an open order tells what happens to it, without a reload', async ({
  customerPage: page,
  api,
  customer,
  order,
}) => {
  const path = `/dashboard/orders/${order._id}`;
  await Promise.all([page.waitForResponse('**/api/live'), page.goto(path)]);
  const story = page.getByRole('region', { name: 'Order history' }).getByRole('listitem');
  await expect(story).toHaveText([/^Ordered/]);
  await api.pay(customer, order._id);
  await expect(story).toHaveText([/^Ordered/, /^Paid/]);
});

test('an order that is paid elsewhere shows so also where the shop has no seat for a live stream', async ({
  customerPage: page,
  context,
  api,
  customer,
  order,
}) => {
  await context.route('**/api/live', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      headers: { 'Retry-After': '1' },
      body: JSON.stringify({
        type: 'about:blank',
        title: 'Rate limited',
        status: 429,
        detail: 'Live updates are busy right now.',
        code: 'RATE_LIMITED',
        requestId: 'test',
      }),
    }),
  );
  await page.goto('/dashboard/myorders');
  await expect(page.getByRole('link', { name: 'Pay Now' })).toBeVisible();
  const transactionId = await api.pay(customer, order._id);
  await expect(page.getByText(transactionId)).toBeVisible();
});
