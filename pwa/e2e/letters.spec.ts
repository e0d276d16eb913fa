import { openPayment, payByCard } from './fixtures/pages/payment-page.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('whoever has paid finds the receipt in their mail, and from there the order', async ({
  customerPage: page,
  order,
}) => {
  const payment = await openPayment(page, order);
  await payByCard(page, '4242 4242 4242 4242');
  await expect(payment.done).toBeVisible();

  await page.goto('/inbox');
  const receipt = page.getByRole('link', { name: `Receipt for your order K-${order.number}` });
  await expect(async () => {
    await page.reload();
    await expect(receipt).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await receipt.tap();
  const letter = page.frameLocator('iframe[title="Email"]');
  await expect(letter.getByRole('cell', { name: `K-${order.number}`, exact: true })).toBeVisible();
  const opening = page.waitForEvent('popup');
  await letter.getByRole('link', { name: 'See your order' }).tap();
  const shop = await opening;
  await expect(shop).toHaveURL(new RegExp(`/dashboard/orders/${order._id}$`));
  await expect(shop.getByRole('heading', { name: 'Receipt', exact: true })).toBeVisible();
});
