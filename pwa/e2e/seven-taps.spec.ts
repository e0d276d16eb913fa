import type { Locator, Page } from '@playwright/test';
import { newMark } from '../../infra/src/seed/new-mark.ts';
import { paymentPage } from './fixtures/pages/payment-page.ts';
import { destination, purchasePage } from './fixtures/pages/purchase-page.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, serviceWorkers: 'allow' });

/** Counts every touch of the screen, those that put the cursor into a field as well. */
async function countTaps(page: Page): Promise<() => number> {
  let taps = 0;
  await page.exposeBinding('countTap', () => {
    taps += 1;
  });
  await page.addInitScript(() => {
    const { countTap } = window as unknown as { countTap: () => void };
    document.addEventListener('pointerdown', () => countTap(), { capture: true });
  });
  return () => taps;
}

/** A line of 400 kbit/s each way, on which every answer takes 400 ms. */
async function slowDown(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { y: Number.NaN, height: 0 };
const highest = async (part: Locator) => (await boxOf(part)).y;
const lowest = async (part: Locator) => (await boxOf(part)).y + (await boxOf(part)).height;

test('a new buyer gets from Purchase Now to a paid order with seven taps, within a minute on a slow line', async ({
  page,
  tool,
}) => {
  const taps = await countTaps(page);
  await slowDown(page);
  await page.goto(`/tools/${tool._id}`);
  const purchase = page.getByRole('link', { name: 'Purchase Now' }).first();
  await expect(purchase).toBeVisible();
  const type = (text: string) => page.keyboard.type(text);
  // The keyboard of a phone leads to the next field, and its Go sends the form.
  const next = () => page.keyboard.press('Tab');

  const begun = Date.now();
  await purchase.tap();
  await page.getByRole('link', { name: 'Create an account' }).tap();
  await page.getByLabel('Name').tap();
  await type('Rahima Khatun');
  await next();
  await type(`buyer-${newMark()}@karigar.example`);
  await next();
  await type('Karigar-test!');
  await page.keyboard.press('Enter');

  const order = purchasePage(page);
  await order.address.tap();
  // A keyboard leaves this much of the screen: the bar stands above it, and no field that is typed in is under the bar.
  await page.setViewportSize({ width: 390, height: 450 });
  for (const field of ['address', 'city', 'zip'] as const) {
    await expect(order[field]).toBeFocused();
    await type(destination[field]);
    await expect
      .poll(async () => (await lowest(order[field])) <= (await highest(order.placeOrder)))
      .toBe(true);
    if (field !== 'zip') await next();
  }
  // Whoever would rather press the button has it at the edge of the screen.
  await expect(order.placeOrder).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await page.setViewportSize({ width: 390, height: 844 });

  await page.getByRole('link', { name: 'Pay Now' }).tap();
  const payment = paymentPage(page);
  await expect(payment.pay).toBeEnabled();
  await expect(payment.pay).toBeInViewport({ ratio: 1 });
  await expect(payment.number).toBeInViewport({ ratio: 1 });
  await payment.number.tap();
  // The fields lead on by themselves, from the number to the button.
  await type('4242424242424242');
  await expect(payment.expiry).toBeFocused();
  await type('1234');
  await type('123');
  await expect(payment.pay).toBeFocused();
  await payment.pay.tap();
  await expect(payment.done).toBeVisible();
  expect(Date.now() - begun).toBeLessThan(60_000);
  expect(taps()).toBeLessThanOrEqual(7);
});
