import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, readyForOffline, test } from './fixtures/offline-test.ts';
import { logInAs } from './fixtures/pages/login-page.ts';
import { openOrderForm, placeOrder, sendOrderForm } from './fixtures/pages/purchase-page.ts';

const sending = (page: Page) => page.getByText('We couldn’t confirm your order yet');

test('an order made with the shop gone survives the closing of the browser and is sent once', async ({
  customer,
  door,
  launchOptions,
  ordersOf,
  playwright,
  signIn,
  tool,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'karigar-profile-'));
  const open = () =>
    playwright.chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: door.url });
  try {
    const before = await open();
    const page = await before.newPage();
    await signIn(page, customer);
    await readyForOffline(page);
    await openOrderForm(page, tool);
    await door.close();
    await placeOrder(page, tool);
    await expect(sending(page)).toBeVisible();
    await expect(page.locator('[data-outbox-badge]')).toHaveText('1');
    await expect(page.getByText('You Place the order successfully.')).toBeHidden();
    await before.close();

    await door.open();
    const after = await open();
    const again = await after.newPage();
    await again.goto('/dashboard/myorders');
    await expect(again.getByText('You have - 1 order(s)')).toBeVisible();
    await expect(again.locator('[data-outbox-badge]')).toBeHidden();
    expect(await ordersOf(customer)).toHaveLength(1);

    const told = again.locator('[data-tone]', {
      hasText: `${tool.name} × 2, $24 is waiting for payment.`,
    });
    await told.getByRole('link', { name: 'Pay Now' }).click();
    await expect(again).toHaveURL(/\/dashboard\/payment\//);
    await after.close();
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
});

test('a phone shows what became of an order that is placed without a network', async ({
  tool,
  visitor,
  customerPage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openOrderForm(page, tool);
  await visitor.setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
  await sendOrderForm(page);
  await expect(page.getByRole('button', { name: 'Send now' })).toBeInViewport({ ratio: 1 });
});

test('signing out asks about an order that is not sent, and two tabs send it one time', async ({
  customer,
  door,
  ordersOf,
  tool,
  visitor,
  customerPage: page,
}) => {
  await openOrderForm(page, tool);
  await visitor.setOffline(true);
  // An order that is placed before the page knows is tried, and says so: it may have arrived.
  await page.waitForFunction(() => !navigator.onLine);
  await sendOrderForm(page);
  await expect(page.getByRole('heading', { name: 'Saved on this device' })).toBeVisible();
  const other = await visitor.newPage();
  await other.goto('/dashboard/myorders');
  await expect(other.getByText(tool.name).first()).toBeVisible();
  await other.setViewportSize({ width: 390, height: 844 });
  await other.getByRole('button', { name: 'Open the menu' }).click();
  const menu = other.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('button', { name: 'Logout' }).click();
  await expect(menu).toBeHidden();
  const question = other.getByRole('dialog', { name: 'You have unsent items' });
  await question.getByRole('button', { name: 'Stay signed in' }).click();

  await visitor.setOffline(false);
  await expect(other.getByText('You have - 1 order(s)')).toBeVisible();
  await expect(other.locator('[data-outbox-badge]')).toBeHidden();
  expect(await ordersOf(customer)).toHaveLength(1);
  expect(door.calls.filter((call) => call === 'POST /api/orders')).toHaveLength(1);
});

test('a price or stock that changed meanwhile is for the person to decide', async ({
  admin,
  api,
  customer,
  door,
  ordersOf,
  customerPage: page,
}) => {
  const dearer = await api.newTool(admin);
  const scarcer = await api.newTool(admin, { availableQuantity: 3 });
  for (const tool of [dearer, scarcer]) {
    await openOrderForm(page, tool);
  }
  await door.close();
  for (const tool of [dearer, scarcer]) {
    await placeOrder(page, tool);
    // The second is not tried before the first has an answer: orders go in the order made.
    await expect(
      page.getByText(/We couldn’t confirm your order yet|Saved on this device/).first(),
    ).toBeVisible();
  }
  await api.call('PUT', `/tools/${dearer._id}`, { token: admin.token, body: { price: 15 } });
  await api.newOrder(await api.newCustomer('Faster Customer'), scarcer);

  await door.open();
  await page.goto('/dashboard/myorders');
  const refused = page.locator('[data-outbox-entry=refused]');
  await expect(refused).toHaveCount(2);
  expect(await ordersOf(customer)).toEqual([]);

  await page.goto(`/purchase/${scarcer._id}`);
  await page.getByRole('button', { name: 'Discard this order' }).click();
  await page.goto(`/purchase/${dearer._id}`);
  await page.getByRole('button', { name: 'Order for $30' }).click();
  await expect(page).toHaveURL(/\/dashboard\/orders\//);
  expect(await ordersOf(customer)).toMatchObject([{ toolsName: dearer.name, price: 30 }]);
});

test('with an expired sign-in the order waits for the same person, and no other one sends it', async ({
  api,
  customer,
  door,
  ordersOf,
  tool,
  customerPage: page,
}) => {
  const stranger = await api.newCustomer('Another Customer');
  await openOrderForm(page, tool);
  await door.close();
  await placeOrder(page, tool);
  await expect(sending(page)).toBeVisible();
  await page.evaluate(() => localStorage.setItem('accessToken', 'ended meanwhile'));

  await door.open();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page).toHaveURL(/\/login$/);

  await logInAs(page, stranger);
  await page.goto('/dashboard/myorders');
  await expect(page.getByText('You have - 0 order(s)')).toBeVisible();
  await expect(page.locator('[data-outbox-badge]')).toBeHidden();
  expect(await ordersOf(stranger)).toEqual([]);
  expect(await ordersOf(customer)).toEqual([]);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);

  await logInAs(page, customer);
  await page.goto('/dashboard/myorders');
  await expect(page.getByText('You have - 1 order(s)')).toBeVisible();
  expect(await ordersOf(customer)).toHaveLength(1);
});
