import { hiddenFocus } from './fixtures/hidden-focus.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('on a phone price and Purchase Now are at the lower edge of a tool’s page, and cover nothing', async ({
  page,
  tool,
}) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        const { dataset } = document.documentElement;
        dataset.shift = String(Number(dataset.shift ?? 0) + entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`/tools/${tool._id}`);
  const purchase = page.getByRole('link', { name: 'Purchase Now', exact: true });
  const price = page.locator('main').getByText('$12 each').filter({ visible: true });
  await expect(purchase).toBeInViewport({ ratio: 1 });
  await expect(price).toHaveCount(1);
  await expect(price).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('link', { name: 'Write a review' })).toBeVisible();
  await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0);
  expect(await page.locator('html').getAttribute('data-shift')).toBeNull();

  const { tried, hidden } = await hiddenFocus(page);
  expect(tried).toBeGreaterThanOrEqual(3);
  expect(hidden).toEqual([]);

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const end = await page.locator('main').boundingBox();
  const bar = await purchase.boundingBox();
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);

  await purchase.tap();
  await expect(page).toHaveURL(/\/login$/);
});
