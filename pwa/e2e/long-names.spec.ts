import type { Page } from '@playwright/test';
import { newMark } from '../../infra/src/seed/new-mark.ts';
import { ordersOf } from './fixtures/pages/manage-orders-page.ts';
import { expect, test } from './fixtures/test.ts';

/** As long as the shop takes a name, in one word. */
const longName = () => `${newMark()}Schraubenschlüsselverlängerung`.padEnd(120, 'verlängerung');

/** Nothing of the page lies beside the screen. */
async function expectNoSidewaysScroll(page: Page) {
  const beside = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(beside).toBeLessThanOrEqual(0);
}

for (const width of [390, 1440]) {
  test(`a very long name leaves the lists of an admin and of a customer in the screen, ${width} wide`, async ({
    page,
    api,
    admin,
    customer,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const tool = await api.newTool(admin, { name: longName() });
    await api.newOrder(customer, tool);
    await signIn(page, admin);

    await page.goto(ordersOf(tool));
    const row = page.locator('[data-row]').filter({ hasText: tool.name });
    await expect(row).toHaveCount(1);
    await expectNoSidewaysScroll(page);
    await row.getByRole('link', { name: tool.name }).click();
    const drawer = page.getByRole('dialog', { name: tool.name });
    await expect(drawer.getByRole('button', { name: 'Close order' })).toBeInViewport({ ratio: 1 });
    await drawer.getByRole('button', { name: 'Close order' }).click();

    await page.goto(`/dashboard/manageoproducts?search=${tool.name}`);
    const product = page.locator('[data-row]').filter({ hasText: tool.name });
    await expect(product).toHaveCount(1);
    await expectNoSidewaysScroll(page);
    await product.getByRole('button', { name: `Edit ${tool.name}` }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: /Close/ })).toBeInViewport({
      ratio: 1,
    });

    await signIn(page, customer);
    await page.goto('/dashboard/myorders');
    await expect(page.getByRole('link', { name: tool.name })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
}
