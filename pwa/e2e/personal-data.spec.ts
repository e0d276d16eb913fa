import { readFile } from 'node:fs/promises';
import type { PersonalFile } from '@karigar/bff/contracts';
import type { Page } from '@playwright/test';
import { logIn, logInAs } from './fixtures/pages/login-page.ts';
import type { Person } from './fixtures/shop-api.ts';
import { expect, test } from './fixtures/test.ts';

const erased = 'This account has been erased.';

const eraseDialog = (page: Page) => {
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    email: dialog.getByLabel('Type your email address to confirm'),
    erase: dialog.getByRole('button', { name: 'Erase my account' }),
  };
};

/** Opens the dialog on a page that offers it, types the address and presses the button. */
async function eraseAccount(page: Page, { email }: Person): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Erase my account' }).click();
  await confirmErasure(page, email);
}

async function confirmErasure(page: Page, email: string): Promise<void> {
  const form = eraseDialog(page);
  await expect(form.erase).toBeDisabled();
  await form.email.fill(email);
  await form.erase.click();
}

/** What the browser keeps of a person: their database, their token, and keys with their uid. */
const keptOf = (page: Page, { uid }: Person) =>
  page.evaluate(async (id) => {
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const keys = Object.keys(localStorage).filter((key) =>
      /^(accessToken|karigar\.person|firebase:)/.test(key),
    );
    return [...databases.filter((name) => name.endsWith(id)), ...keys];
  }, uid);

test('a person takes all that the shop knows along as one file', async ({
  customer,
  customerPage: page,
  order,
}) => {
  await page.goto('/dashboard');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('karigar-my-data.json');
  const file = JSON.parse(await readFile(await download.path(), 'utf8')) as PersonalFile;
  expect(file.account).toMatchObject({ email: customer.email, name: customer.name });
  expect(file.orders).toMatchObject([{ _id: order._id, address: 'House 12, Road 7' }]);
  expect(file.orders[0]?.timeline.map(({ type }) => type)).toEqual(['order.created']);
  await expect(page.getByText('Saved as karigar-my-data.json')).toBeVisible();
});

test('whoever erases their account is gone here, in the other tab, on the other device, and for good', async ({
  browser,
  context,
  customer,
  order,
  page,
  signIn,
}) => {
  const device = await browser.newContext();
  const elsewhere = await device.newPage();
  await signIn(elsewhere, customer);
  await elsewhere.goto('/dashboard/myorders');
  await expect(elsewhere.getByText('You have - 1 order(s)')).toBeVisible();
  expect(await keptOf(elsewhere, customer)).not.toEqual([]);
  await elsewhere.goto('about:blank');

  await logInAs(page, customer);
  const tab = await context.newPage();
  await tab.goto(`/dashboard/orders/${order._id}`);
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/privacy');
  await eraseAccount(page, customer);

  await expect(page.getByText(erased)).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(tab).toHaveURL(/\/(login)?$/);
  await expect(tab.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect.poll(() => keptOf(page, customer)).toEqual([]);

  await elsewhere.goto('/');
  await expect(elsewhere.getByText(erased)).toBeVisible();
  await expect.poll(() => keptOf(elsewhere, customer)).toEqual([]);
  await device.close();

  await page.goto('/login');
  await logIn(page, customer);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('🚫');
  await expect(page).toHaveURL(/\/login$/);
});

test('another device on which the shop is open hears of it by itself', async ({
  browser,
  customer,
  customerPage: page,
  signIn,
}) => {
  const device = await browser.newContext();
  const elsewhere = await device.newPage();
  const live = elsewhere.waitForResponse('**/api/live');
  await signIn(elsewhere, customer);
  await elsewhere.goto('/dashboard/myorders');
  await live;
  await page.goto('/dashboard');
  await eraseAccount(page, customer);
  await expect(elsewhere.getByText(erased)).toBeVisible();
  await expect(elsewhere).toHaveURL(/\/$/);
  await expect.poll(() => keptOf(elsewhere, customer)).toEqual([]);
  await device.close();
});
