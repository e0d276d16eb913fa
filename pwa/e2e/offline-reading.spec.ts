import { expect, readyForOffline, test } from './fixtures/offline-test.ts';
import { logIn } from './fixtures/pages/login-page.ts';
import { savedOnDevice } from './fixtures/saved-on-device.ts';

test('after one visit every public page opens with the shop gone, pictures included', async ({
  customer,
  door,
  visitor,
}) => {
  const page = await visitor.newPage();
  await page.goto('/');
  await readyForOffline(page);
  const card = page.getByRole('link', { name: 'Purchase Now' }).first();
  await expect(card).toBeVisible();
  // All tools' pictures are fetched beside the page, one after the other; the saw is not among the newest.
  const pictureOfSaw = await page.evaluate(async () => {
    const tools = (await (await fetch('/api/tools')).json()) as { name: string; image: string }[];
    return tools.find((tool) => tool.name === 'Hand Saw 22 inch')?.image.replace('.webp', '') ?? 'no saw';
  });
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const pictures = await (await caches.open('karigar-pictures')).keys();
        return pictures.map(({ url }) => url).join(' ');
      }),
    )
    .toContain(pictureOfSaw);
  const name = (await page.getByRole('heading', { level: 3 }).first().textContent()) ?? '';
  await door.close();

  const cold = await visitor.newPage();
  await cold.goto('/');
  await expect(cold.getByRole('heading', { level: 3, name })).toBeVisible();
  await expect(cold.locator('[data-notice=offline]')).toBeVisible();
  await expect(cold.locator('[data-saved-age]').first()).toContainText('Saved copy from');
  const picture = cold.getByRole('article').filter({ hasText: name }).locator('img').first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);

  for (const path of ['/tools', '/blog', '/myportfolio', '/privacy', '/login', '/signup', '/no-such-page']) {
    await cold.goto(path);
    await expect(cold.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await cold.goto('/login');
  await logIn(cold, customer);
  await expect(cold.getByRole('main').getByRole('alert')).toHaveText('🚫 Oops! Network Problem!');
  await cold.goto('/tools?search=hand+saw');
  await expect(
    cold.getByRole('article').filter({ hasText: 'Hand Saw 22 inch' }).locator('img'),
  ).toBeVisible();
});

test('a signed-in person’s orders, receipt, profile and order form open with the shop gone', async ({
  api,
  customer,
  door,
  tool,
  visitor,
  customerPage: page,
}) => {
  const order = await api.newOrder(customer, tool);
  await page.goto('/dashboard/myorders');
  await expect(page.getByText('You have - 1 order(s)')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText('Please Update Your profile.')).toBeVisible();
  await savedOnDevice(page, tool);
  await door.close();

  const cold = await visitor.newPage();
  await cold.goto('/dashboard/myorders');
  await expect(cold.getByText('You have - 1 order(s)')).toBeVisible();
  await expect(cold.getByText(tool.name).first()).toBeVisible();
  await cold.goto(`/dashboard/orders/${order._id}`);
  await expect(cold.getByText(tool.name).first()).toBeVisible();
  await cold.goto('/dashboard');
  await expect(cold.getByText('Please Update Your profile.')).toBeVisible();
  await cold.goto(`/purchase/${tool._id}`);
  await expect(cold.getByRole('button', { name: 'Place Order' })).toBeVisible();
  await expect(cold.locator('[data-display-name]')).toHaveText(customer.name);
});

test('a tool that was only listed, and the form for a review, open with the shop gone', async ({
  door,
  tool,
  visitor,
  customerPage: page,
}) => {
  await page.goto(`/tools?search=${encodeURIComponent(tool.name)}`);
  await expect(page.getByText(tool.name).first()).toBeVisible();
  await savedOnDevice(page, tool);
  await page.close();
  await door.close();

  const toolPage = await visitor.newPage();
  await toolPage.goto(`/tools/${tool._id}`);
  await expect(toolPage.getByRole('heading', { level: 1 })).toContainText(tool.name);
  await expect(toolPage.getByText(tool.description).first()).toBeVisible();
  await expect(toolPage.locator('[data-notice=offline]')).toBeVisible();
  await toolPage.close();

  const reviewPage = await visitor.newPage();
  await reviewPage.goto('/dashboard/addreview');
  await reviewPage
    .getByRole('textbox', { name: 'Description', exact: true })
    .fill('It planes as smoothly as on the first day.');
  await reviewPage.getByRole('button', { name: 'Add Review' }).click();
  await expect(
    reviewPage.getByRole('heading', { name: 'We couldn’t confirm your review yet' }),
  ).toBeVisible();
  await expect(
    reviewPage.getByText(/^We can’t reach the shop right now\. We’ll send your review automatically/),
  ).toBeVisible();
  await expect(reviewPage.locator('[data-outbox-badge]')).toHaveText('1');
});

test('with a network that hangs the saved copy shows long before any call gives up', async ({
  door,
  tool,
  visitor,
}) => {
  const page = await visitor.newPage();
  await page.goto(`/tools/${tool._id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(tool.name);
  await readyForOffline(page);
  await savedOnDevice(page, tool);
  door.mode = 'hang';

  const cold = await visitor.newPage();
  // What shows where no call is ever given up has not waited for one.
  await cold.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  await cold.goto(`/tools/${tool._id}`, { waitUntil: 'commit' });
  await expect(cold.getByRole('heading', { level: 1 })).toContainText(tool.name);
});

test('a missing asset is no page, and nothing of the API is kept by the service worker', async ({
  customerPage: page,
}) => {
  await page.goto('/dashboard/myorders');
  await expect(page.getByText('You have - 0 order(s)')).toBeVisible();
  const status = await page.evaluate(async () => (await fetch('/assets/gone-12345678.js')).status);
  expect(status).toBe(404);
  const kept = await page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) addresses.push(new URL(url).pathname);
    }
    return addresses;
  });
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.filter((path) => path.startsWith('/api'))).toEqual([]);
});

test('signing out removes what the device keeps of a person, without a word in the console', async ({
  api,
  customer,
  signIn,
  tool,
  visitor,
}) => {
  await api.newOrder(customer, tool);
  const page = await visitor.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await signIn(page, customer);
  await page.goto('/dashboard/myorders');
  await expect(page.getByText('You have - 1 order(s)')).toBeVisible();
  const other = await visitor.newPage();
  await other.goto('/dashboard');
  await expect(other.locator('[data-welcome]')).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContain(`karigar-person-${customer.uid}`);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  expect(said).toEqual([]);
});
