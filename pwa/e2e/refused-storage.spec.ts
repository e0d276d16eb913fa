import { logIn } from './fixtures/pages/login-page.ts';
import { payByCard, paymentPage } from './fixtures/pages/payment-page.ts';
import { sendOrderForm } from './fixtures/pages/purchase-page.ts';
import { refusals } from './fixtures/refused-storage.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ serviceWorkers: 'allow' });

for (const { storage, way, refuse } of refusals) {
  test(`people browse, sign in, order and pay where ${storage} storage ${way}`, async ({
    page,
    customer,
    tool,
  }) => {
    await page.addInitScript(refuse, storage);
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Purchase Now' }).first()).toBeVisible();
    await page.goto(`/purchase/${tool._id}`);
    await logIn(page, customer);
    await sendOrderForm(page);
    await expect(page.getByText('You Place the order successfully.')).toBeVisible();
    const notice = page.locator('[data-notice=storage]');
    // Only what belongs to the tab is missing there: everything else is kept.
    if (storage === 'sessionStorage') await expect(notice).toBeHidden();
    else await expect(notice).toContainText('nothing is kept on this device');
    await page.getByRole('link', { name: 'Pay Now' }).click();
    await payByCard(page, '4242 4242 4242 4242');
    await expect(paymentPage(page).done).toBeVisible();
    await page.getByRole('link', { name: 'My Orders' }).first().click();
    await expect(page.getByText('You have - 1 order(s)')).toBeVisible();
  });
}
