import { logIn } from './fixtures/pages/login-page.ts';
import { manageOrdersPage, ordersOf } from './fixtures/pages/manage-orders-page.ts';
import { payByCard, paymentPage } from './fixtures/pages/payment-page.ts';
import { fillDestination, purchasePage } from './fixtures/pages/purchase-page.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ serviceWorkers: 'allow' });

test('a visitor becomes a customer, orders, pays, and sees the order shipped', async ({
  page,
  browser,
  baseURL,
  customer,
  admin,
  tool,
  signIn,
}) => {
  await test.step('a visitor sees tools and reviews', async () => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Our Tools' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Our Tools' }).getByRole('article')).toHaveCount(6);
    await expect(page.getByRole('heading', { name: 'What our customer says.' })).toBeVisible();
    await expect(page.getByText(/\([1-5] - star\)/).first()).toBeVisible();
  });

  await test.step('Purchase Now leads to the login and back', async () => {
    await page.goto(`/tools/${tool._id}`);
    await page.getByRole('link', { name: 'Purchase Now' }).first().click();
    await expect(page).toHaveURL(/\/login$/);
    await logIn(page, customer);
    await expect(page).toHaveURL(new RegExp(`/purchase/${tool._id}$`));
  });

  await test.step('the order is placed', async () => {
    const form = purchasePage(page);
    await fillDestination(page);
    await form.increase.click();
    await expect(form.quantity).toHaveValue('3');
    await form.placeOrder.click();
    await expect(page.getByText('You Place the order successfully.')).toBeVisible();
  });

  const transactionId = await test.step('it is paid by card', async () => {
    await page.goto('/dashboard/myorders');
    await expect(page.getByText('You have - 1 order(s)')).toBeVisible();
    await page.getByRole('link', { name: 'Pay Now' }).click();
    await payByCard(page, '4242 4242 4242 4242');
    const payment = paymentPage(page);
    await expect(payment.done).toBeVisible();
    return payment.transactionId.innerText();
  });

  await test.step('My Orders says Paid, with the transaction id', async () => {
    await page.goto('/dashboard/myorders');
    await expect(page.getByText('Paid', { exact: true })).toBeVisible();
    await expect(page.getByText(transactionId)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  });

  await test.step('an admin ships it', async () => {
    const context = await browser.newContext({ baseURL: baseURL ?? '' });
    const office = await context.newPage();
    await signIn(office, admin);
    await office.goto(ordersOf(tool, 'ship'));
    await manageOrdersPage(office).ships.click();
    await expect(office.getByText('Successfully made an order shipped.')).toBeVisible();
    await context.close();
  });

  await test.step('the customer sees Shipped', async () => {
    await page.goto('/dashboard/myorders');
    await expect(page.getByText('Shipped', { exact: true })).toBeVisible();
  });
});
