import { expect, test } from './fixtures/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: 'allow' });

test('a receipt is two taps away from anywhere, and no button lies under the bottom bar', async ({
  page,
  api,
  customer,
  tool,
  order,
  signIn,
}) => {
  const transactionId = await api.pay(customer, order._id);
  await signIn(page, customer);
  await page.goto('/blog');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Orders' }).tap();
  await page.getByRole('link', { name: tool.name, exact: true }).tap();
  await expect(page.getByRole('heading', { name: 'Receipt', exact: true })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Orders' })).toHaveAttribute('aria-current', 'true');
  // One action as wide as the screen, and the transaction id on one line.
  expect((await page.getByRole('link', { name: /^Order again/ }).boundingBox())?.width).toBeGreaterThan(340);
  expect((await page.getByText(transactionId).boundingBox())?.height).toBeLessThan(30);

  for (const path of ['/tools', '/dashboard', '/dashboard/myorders', '/dashboard/addreview']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    const last = page.locator('main').locator('a, button').last();
    await expect(last).toBeVisible();
    const roomBelow = async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      const [button, edge] = [await last.boundingBox(), await bar.boundingBox()];
      return (edge?.y ?? 0) - ((button?.y ?? 0) + (button?.height ?? 0));
    };
    await expect.poll(roomBelow, path).toBeGreaterThanOrEqual(0);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(bar).toBeHidden();
});

test('a tool’s picture moves from its card to its page, but not for people who ask for less motion', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => {
      const transition = start(change);
      void transition.ready.then(() => {
        const moved = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement);
        if (moved.some((part) => part?.startsWith('::view-transition-group(picture-')))
          document.documentElement.dataset.moved = 'yes';
      });
      return transition;
    };
  });
  const opens = async () => {
    const card = page.locator('main article').first();
    await card.locator('img').click();
    await expect(page).toHaveURL(/\/tools\/./);
    // The focus goes to the page's heading, with the transition or without.
    await expect(page.locator('main h1')).toBeFocused();
  };
  // The shop fetches the page's code some seconds after the start; a tool that is opened before shows a spinner first.
  const [code] = await Promise.all([
    page.waitForResponse(/\/assets\/tool-page-.*\.js$/),
    page.goto('/tools'),
  ]);
  await code.finished();
  await opens();
  await expect(page.locator('html')).toHaveAttribute('data-moved', 'yes');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/tools');
  await opens();
  await expect(page.locator('html')).not.toHaveAttribute('data-moved');
});

test('the first tool is near the top, and nothing moves when the shop cannot be reached', async ({
  page,
  context,
}) => {
  await context.route('**/sw.js', (route) => route.abort());
  for (const path of ['/', '/tools']) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: /^Purchase Now/ }).first()).toBeVisible();
    expect((await page.getByRole('article').first().boundingBox())?.y, path).toBeLessThanOrEqual(200);
  }
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        document.documentElement.dataset.moved = String(entry.value);
    }).observe({ type: 'layout-shift' });
  });
  await context.setOffline(true);
  const notice = page.locator('[data-notice=offline]');
  await expect(notice).toBeVisible();
  expect((await notice.boundingBox())?.height).toBeLessThanOrEqual(48);
  await expect(notice.getByText('Orders you place now are saved')).toBeHidden();
  await expect(page.locator('[data-saved-age]')).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-moved');
  await notice.getByText('We can’t reach the shop.').tap();
  await expect(notice.getByText('Orders you place now are saved')).toBeVisible();
});

test('tools are found from every page, by a button that opens the field', async ({ page }) => {
  await page.goto('/blog');
  const header = page.getByRole('banner');
  const height = (await header.boundingBox())?.height;
  const button = header.getByRole('button', { name: 'Find a tool' });
  const box = await button.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await button.tap();
  const field = header.getByRole('searchbox', { name: 'Find a tool' });
  await expect(field).toBeFocused();
  expect((await header.boundingBox())?.height).toBe(height);
  await field.press('Escape');
  await expect(field).toBeHidden();
  await expect(button).toBeFocused();
  await button.tap();
  await field.fill('hand saw');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/tools\?search=hand\+saw$/);
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('hand saw');
  await expect(page.getByRole('article').first()).toContainText('Hand Saw');
  await expect(field).toBeHidden();
});
