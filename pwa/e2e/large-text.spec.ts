import type { Page } from '@playwright/test';
import { hiddenFocus } from './fixtures/hidden-focus.ts';
import { ordersOf } from './fixtures/pages/manage-orders-page.ts';
import { expect, test } from './fixtures/test.ts';

/** A phone whose owner reads at twice the usual text size, as the browser's own setting does it. */
test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  launchOptions: {
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium-headless-shell',
    args: ['--blink-settings=defaultFontSize=32'],
  },
});

/** What stands beside the screen, is cut off or broken: a page that scrolls sideways, buttons and fields, and short words of `wholeWords` on two lines. */
async function cutOff(page: Page, path: string, wholeWords = 'h1'): Promise<string[]> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy="true"]')).toHaveCount(
    0,
  );
  return page.evaluate(
    ([where, words]) => {
      const width = document.documentElement.clientWidth;
      const faults = document.documentElement.scrollWidth > width ? [`${where} scrolls sideways`] : [];
      for (const one of document.querySelectorAll<HTMLElement>('main a, main button, main input')) {
        const box = one.getBoundingClientRect();
        const label = one.querySelector('.mantine-Button-label');
        const isCut = label !== null && label.scrollWidth > label.clientWidth + 1;
        const around = label && one.parentElement?.getBoundingClientRect();
        const isOut = box.right > Math.min(width, around?.right ?? width) + 1;
        if (box.width > 0 && (isOut || isCut)) {
          faults.push(`${where} cuts ${one.textContent || one.getAttribute('aria-label') || one.id}`);
        }
      }
      const texts = document.createTreeWalker(
        document.querySelector('main') as HTMLElement,
        NodeFilter.SHOW_TEXT,
      );
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!text.parentElement?.closest(words)) continue;
        for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(
          /(?<!\S)[\p{L}\p{N}.]{2,8}(?!\S)/gu,
        )) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => top));
          if (lines.size > 1) faults.push(`${where} breaks ${word}`);
        }
      }
      return faults;
    },
    [path, wholeWords] as const,
  );
}

test('at twice the text size a phone shows every page of the shop whole', async ({ page, tool }) => {
  const faults: string[] = [];
  for (const path of [
    '/',
    '/tools',
    `/tools/${tool._id}`,
    '/blog',
    '/myportfolio',
    '/privacy',
    '/login',
    '/signup',
    '/nowhere',
  ]) {
    faults.push(...(await cutOff(page, path)));
  }
  expect(faults).toEqual([]);
});

test('at twice the text size the bar of a tool’s page covers nothing that has the focus', async ({
  page,
  tool,
}) => {
  await page.goto(`/tools/${tool._id}`);
  await expect(page.getByRole('link', { name: 'Write a review' })).toBeVisible();
  const { tried, hidden } = await hiddenFocus(page);
  expect(tried).toBeGreaterThanOrEqual(3);
  expect(hidden).toEqual([]);
});

test('at twice the text size, and for a long name, a phone shows every page of a customer whole', async ({
  page,
  api,
  tool,
  signIn,
}) => {
  const customer = await api.newCustomer('Abdur Wolfeschlegelsteinhausenbergerdorff');
  const open = await api.newOrder(customer, tool);
  const paid = await api.newOrder(customer, tool);
  await api.pay(customer, paid._id);
  await signIn(page, customer);
  const faults: string[] = [];
  for (const path of [
    '/dashboard',
    '/dashboard/myorders',
    `/dashboard/orders/${open._id}`,
    '/dashboard/addreview',
    `/dashboard/payment/${open._id}`,
    `/dashboard/payment/${paid._id}`,
    `/purchase/${tool._id}`,
  ]) {
    faults.push(...(await cutOff(page, path, 'main')));
  }
  expect(faults).toEqual([]);
});

test('at twice the text size a phone shows every page of an admin whole', async ({
  adminPage: page,
  tool,
}) => {
  const faults: string[] = [];
  for (const path of [
    ordersOf({ name: tool._id }),
    '/dashboard/manageorders?tab=all',
    '/dashboard/manageoproducts',
    '/dashboard/addproduct',
    '/dashboard/users',
    '/dashboard/reviews',
    '/dashboard/sales',
    '/dashboard/operations',
  ]) {
    faults.push(...(await cutOff(page, path)));
  }
  expect(faults).toEqual([]);
});

test('the last entry of the menu is reached where the menu is higher than the screen', async ({
  page,
  customer,
  signIn,
}) => {
  await page.setViewportSize({ width: 640, height: 320 });
  await signIn(page, customer);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
});
