import type { Page } from '@playwright/test';
import { holdCatalogue } from './fixtures/held-catalogue.ts';
import { expect, test } from './fixtures/test.ts';

/** Pixels: a line above may come or go meanwhile, such as the one that says how old a saved copy is. A wrong place is a screen away. */
const near = 60;

const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

test('going back returns to where a page was left, and a page opened by its address begins at its top', async ({
  page,
}) => {
  await holdCatalogue(page);
  await page.goto('/tools');
  const last = page.locator('main a[href^="/tools/"]').last();
  await last.scrollIntoViewIfNeeded();
  await expect.poll(() => scrolled(page)).toBeGreaterThan(300);
  const left = await scrolled(page);

  await last.click();
  await expect(page).toHaveURL(/\/tools\/./);
  await expect.poll(() => scrolled(page)).toBe(0);
  const away = async () => Math.abs((await scrolled(page)) - left);
  await page.goBack();
  await expect.poll(away).toBeLessThan(near);
  await page.reload();
  await expect.poll(away).toBeLessThan(near);

  // The same address opened anew, also after a page that was left further down.
  for (const address of ['/blog', '/tools']) {
    await page.goto(address);
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.locator('main a').last()).toBeAttached();
    expect(await scrolled(page)).toBe(0);
    await page.evaluate(() => window.scrollTo(0, 200));
  }
  // Two documents back stands the list that was left first.
  await page.goBack();
  await expect(page).toHaveURL('/blog');
  await page.goBack();
  await expect(page).toHaveURL('/tools');
  await expect.poll(away).toBeLessThan(near);
});
