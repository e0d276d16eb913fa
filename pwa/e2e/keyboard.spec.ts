import type { Locator, Page } from '@playwright/test';
import { loginPage } from './fixtures/pages/login-page.ts';
import { paymentPage } from './fixtures/pages/payment-page.ts';
import { purchasePage } from './fixtures/pages/purchase-page.ts';
import { expect, test } from './fixtures/test.ts';

/** More stops than any page has before the one that is looked for. */
const stops = 60;

/** Presses Tab until the target has the focus, as a person without a mouse does. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < stops; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

async function type(page: Page, target: Locator, text: string) {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

test('a person without a mouse signs in, orders and pays', async ({ page, customer, tool }) => {
  await page.goto(`/purchase/${tool._id}`);
  const login = loginPage(page);
  await type(page, login.email, customer.email);
  await type(page, login.password, customer.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/purchase/${tool._id}$`));

  const form = purchasePage(page);
  await type(page, form.address, 'House 12, Road 7');
  await type(page, form.city, 'Dhaka');
  await type(page, form.zip, '1209');
  await tabTo(page, form.increase);
  await page.keyboard.press('Enter');
  await expect(form.quantity).toHaveValue('3');
  await tabTo(page, form.placeOrder);
  await page.keyboard.press('Enter');
  await expect(page.getByText('You Place the order successfully.')).toBeVisible();

  await page.goto('/dashboard/myorders');
  await tabTo(page, page.getByRole('link', { name: 'Pay Now' }));
  await page.keyboard.press('Enter');
  const payment = paymentPage(page);
  await type(page, payment.number, '4242424242424242');
  await type(page, payment.expiry, '1234');
  await type(page, payment.cvc, '123');
  await page.keyboard.press('Enter');
  await expect(payment.done).toBeVisible();
});

test('the skip link leads past the header to the page', async ({ page }) => {
  await page.goto('/blog');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});
