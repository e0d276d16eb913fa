import { expect, test } from './fixtures/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a receipt is two taps away from anywhere, and no button lies under the bottom bar', async ({
  page,
  api,
  customer,
  tool,
  order,
  signIn,
}) => {
  await api.pay(customer, order._id);
  await signIn(page, customer);
  await page.goto('/blog');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Orders' }).tap();
  await page.getByRole('link', { name: tool.name, exact: true }).tap();
  await expect(page.getByRole('heading', { name: 'Receipt', exact: true })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Orders' })).toHaveAttribute('aria-current', 'true');

  for (const path of ['/tools', '/dashboard', '/dashboard/myorders', '/dashboard/addreview']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    const last = page.locator('main').locator('a, button').last();
    await expect(last).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const [button, edge] = [await last.boundingBox(), await bar.boundingBox()];
    expect((button?.y ?? 0) + (button?.height ?? 0), path).toBeLessThanOrEqual(edge?.y ?? 0);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(bar).toBeHidden();
});
