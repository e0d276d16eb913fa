import { faultsIn } from './fixtures/faults.ts';
import { hiddenFocus } from './fixtures/hidden-focus.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('on a phone price and Purchase Now are at the lower edge of a tool’s page, and cover nothing', async ({
  page,
  tool,
}) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (entry.hadRecentInput) continue;
        const { dataset } = document.documentElement;
        dataset.shift = String(Number(dataset.shift ?? 0) + entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`/tools/${tool._id}`);
  const purchase = page.getByRole('link', { name: 'Purchase Now', exact: true });
  const price = page.locator('main p').filter({ hasText: '$12 each', visible: true });
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

test('on a phone the pictures of a tool are swiped, turned by buttons, and enlarged at their real size', async ({
  page,
  api,
  admin,
}) => {
  const tools = await api.call<{ image: string }[]>('GET', '/tools');
  const [image = '', ...others] = new Set(tools.map((one) => one.image));
  const otherImages = others.slice(0, 2);
  const specifications = [{ label: 'Weight', value: '450 g' }];
  const tool = await api.newTool(admin, { image, otherImages, specifications });
  await page.goto(`/tools/${tool._id}`);
  const turn = page.getByRole('group', { name: 'Pictures' });
  const shown = (n: number) => page.getByRole('img', { name: `${tool.name} (${n} of 3)` });
  const isAt = async (n: number) => {
    await expect(shown(n)).toBeInViewport({ ratio: 0.9 });
    await expect(turn.getByRole('button', { name: `Picture ${n}`, exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    );
  };
  await isAt(1);
  await expect(shown(3)).toHaveCount(0);
  for (const button of await turn.getByRole('button').all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }

  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: number[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at.map((x) => ({ x, y: 250 })) });
  await touch('touchStart', 300);
  for (let x = 290; x >= 50; x -= 20) await touch('touchMove', x);
  await touch('touchEnd');
  await isAt(2);
  await turn.getByRole('button', { name: 'Next picture' }).focus();
  await page.keyboard.press('Enter');
  await isAt(3);
  await expect(turn.getByRole('button', { name: 'Next picture' })).toBeFocused();
  await turn.getByRole('button', { name: 'Picture 1' }).tap();
  await isAt(1);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Enlarge picture 3 of 3' })).toBeFocused();
  await isAt(3);
  expect([...(await faultsIn(page, 'light')), ...(await faultsIn(page, 'dark'))]).toEqual([]);

  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: tool.name });
  await dialog.getByRole('button', { name: 'Full size' }).tap();
  const large = dialog.getByRole('img', { name: `${tool.name} (3 of 3)` });
  await expect.poll(() => large.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(1_200);
  await expect.poll(async () => (await large.boundingBox())?.width).toBe(1_200);
  await dialog.getByRole('button', { name: 'Close the picture' }).tap();
  await expect(page.getByRole('button', { name: 'Enlarge picture 3 of 3' })).toBeFocused();

  // The look at the colours asked for less motion.
  const row = page.getByRole('list').filter({ has: shown(1) });
  expect(await row.evaluate((one) => getComputedStyle(one).scrollBehavior)).toBe('auto');
});
