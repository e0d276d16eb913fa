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
