import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/test.ts';

/** What the page shows when none of the shop's modules ever comes; `colour-scheme.js`, which blocks, still runs. */
async function withoutModules(page: Page): Promise<void> {
  await page.route('**/assets/*.js', (route) => route.abort());
}
const nameAndPrice = /\w\$\d/;
const heading = (page: Page) => page.locator('h1');

test('home and tools are there before any module, and only they themselves', async ({ page }) => {
  await withoutModules(page);
  await page.goto('/');
  await expect(heading(page)).toBeVisible();
  await expect(page.getByAltText('A green cordless drill with marigold details')).toBeVisible();
  await page.goto('/tools');
  await expect(heading(page)).toHaveText('All tools');
  await page.goto('/nowhere');
  await expect(page.locator('#root')).toBeEmpty();
});

test('the first tools come with the page, by picture, name and price, but not those of another search', async ({
  page,
}) => {
  await withoutModules(page);
  await page.goto('/');
  await expect(page.locator('#our-tools')).toContainText(nameAndPrice);
  await page.goto('/tools');
  await expect(page.locator('main')).toContainText(nameAndPrice);
  const picture = page.locator('[data-prerendered] picture img').first();
  await expect(picture).toHaveJSProperty('complete', true);
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  await page.goto('/tools?search=hammer');
  await expect(heading(page)).toHaveText('All tools');
  await expect(page.locator('picture')).toHaveCount(0);
  await expect(page.locator('main')).not.toContainText('$');
});

test('a tool’s page begins with its picture', async ({ page, tool }) => {
  await withoutModules(page);
  await page.goto(`/tools/${tool._id}`);
  const picture = page.locator('[data-prerendered] picture img');
  await expect(picture).toHaveAttribute('src', tool.image.replace('.webp', '-800.webp'));
  await expect(picture).toHaveJSProperty('complete', true);
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
});

test('a prerendered page does not show the menu of a visitor to somebody who is signed in', async ({
  page,
}) => {
  await withoutModules(page);
  await page.goto('/');
  await expect(page.locator('#site-links')).toBeVisible();
  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'token');
    localStorage.setItem('karigar.person', JSON.stringify({ uid: 'u1', name: 'Rahima' }));
  });
  await page.reload();
  await expect(heading(page)).toBeVisible();
  await expect(page.locator('#site-links')).toBeHidden();
});

test('React takes the place of what was drawn without moving it', async ({ page }) => {
  for (const path of ['/', '/tools']) {
    await page.goto(path);
    await expect(page.locator('[data-prerendered]')).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^Purchase Now/ }).first()).toBeVisible();
    const moved = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(
              list.getEntries().reduce((sum, entry) => sum + (entry as never as { value: number }).value, 0),
            ),
          ).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(0), 300);
        }),
    );
    expect(moved, path).toBeLessThan(0.02);
  }
});

test('the faces of the device that stand in for ours take the same room', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('/');
  // Where a bar for scrolling takes room, a line would end at another word.
  await page.addStyleTag({ content: 'html { scrollbar-width: none; }' });
  await expect(page.getByRole('link', { name: /^Purchase Now/ }).first()).toBeVisible();
  const changed = await page.evaluate(async () => {
    const texts = [...document.querySelectorAll<HTMLElement>('main h1, main h2, main h3, main p, main dd')];
    const heights = () => texts.map((text) => text.offsetHeight);
    await document.fonts.ready;
    const ours = heights();
    const root = document.documentElement.style;
    const found: string[] = [];
    let tried = 0;
    for (const device of ['Arial', 'Roboto', 'DejaVu']) {
      // A face that the device does not have fails to load.
      const there = await document.fonts.load(`20px 'Figtree as ${device}'`).then(
        () => true,
        () => false,
      );
      if (!there) continue;
      tried += 1;
      root.setProperty('--mantine-font-family', `'Figtree as ${device}'`);
      root.setProperty('--mantine-font-family-headings', `'Bricolage as ${device}'`);
      await document.fonts.load(`700 20px 'Figtree as ${device}'`);
      await document.fonts.load(`700 20px 'Bricolage as ${device}'`);
      for (const [place, height] of heights().entries()) {
        if (Math.abs(height - (ours[place] ?? 0)) > 2) found.push(`${device}: ${texts[place]?.textContent}`);
      }
    }
    return { tried, found };
  });
  expect(changed.tried).toBeGreaterThan(0);
  expect(changed.found).toEqual([]);
});
