import { openPayment, payByCard } from './fixtures/pages/payment-page.ts';
import type { Person, ShopApi } from './fixtures/shop-api.ts';
import { expect, test } from './fixtures/test.ts';

const challengeCard = '4000 0025 0000 3155';

/** How often the order log says that this order was paid. */
async function timesPaid(api: ShopApi, customer: Person, orderId: string): Promise<number> {
  const events = await api.call<{ type: string }[]>('GET', `/orders/order/${orderId}/events`, {
    token: customer.token,
  });
  return events.filter(({ type }) => type === 'order.paid').length;
}

test('a refused bank question charges nothing, an accepted one pays', async ({
  customerPage: page,
  api,
  customer,
  order,
}) => {
  const payment = await openPayment(page, order);
  await payByCard(page, challengeCard);
  await page.getByRole('button', { name: 'Fail' }).click();
  await expect(payment.fault).not.toBeEmpty();
  await expect(payment.pay).toBeEnabled();
  expect(await timesPaid(api, customer, order._id)).toBe(0);

  await payByCard(page, challengeCard);
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(payment.done).toBeVisible();
  expect(await timesPaid(api, customer, order._id)).toBe(1);
});

test('a connection that is lost while paying ends in asking, never in a second charge', async ({
  page,
  context,
  api,
  customer,
  tool,
  signIn,
}) => {
  const order = await api.newOrder(customer, tool);
  // Otherwise the shop may tell of the payment, by way of the provider's message, before the page has to ask.
  await context.route('**/api/live', (route) => route.abort('connectionreset'));
  await signIn(page, customer);
  const payment = await openPayment(page, order);
  await expect(payment.pay).toBeEnabled();
  // The provider gets the card and charges it; its answer, and every question about it, is lost on the way back.
  await context.route('**/simulator/v1/payment_intents/*/confirm', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await context.route('**/api/orders/order/**', (route) => route.abort('connectionreset'));
  await payByCard(page, '4242 4242 4242 4242');
  await expect(page.getByText('We are checking your payment')).toBeVisible();
  await expect(payment.pay).toBeHidden();
  await context.unroute('**/api/orders/order/**');
  await expect(payment.done).toBeVisible();
  expect(await timesPaid(api, customer, order._id)).toBe(1);
});
