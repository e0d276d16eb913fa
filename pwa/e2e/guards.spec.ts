import { type Guard, pages } from '../src/app/pages.ts';
import { logIn } from './fixtures/pages/login-page.ts';
import { expect, test } from './fixtures/test.ts';

const addressesOf = (guard: Guard) =>
  Object.values(pages)
    .filter((page) => page.guard === guard)
    .flatMap(({ paths }) => paths.map((path) => path.replace(':id', 'some-id')));
const signedInOnly = addressesOf('session');
const adminOnly = addressesOf('admin');

test('a visitor is sent to the login page from every page that is not public', async ({ page }) => {
  for (const path of [...signedInOnly, ...adminOnly]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/login$/);
  }
});

test('after the login the visitor stands where they wanted to go, and "back" skips the login page', async ({
  page,
  customer,
  tool,
}) => {
  await page.goto('/blog');
  await page.goto(`/purchase/${tool._id}`);
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, customer);
  await expect(page).toHaveURL(new RegExp(`/purchase/${tool._id}$`));
  await expect(page.getByRole('heading', { name: tool.name }).first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/blog$/);
});

test('a login without a remembered page leads to the dashboard', async ({ page, customer }) => {
  await page.goto('/login');
  await logIn(page, customer);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a customer on an admin page is signed out and sent to the login page', async ({
  customerPage: page,
}) => {
  for (const path of adminOnly) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/login$/);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken')), path).toBeNull();
  }
});

test('an admin passes every guard and sees the admin’s menu', async ({ adminPage: page }) => {
  for (const path of adminOnly) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page, path).toHaveURL(new RegExp(`${path}$`));
  }
  for (const entry of ['My Profile', 'Make Admin', 'Add Product', 'Manage All Orders', 'Manage Products']) {
    await expect(page.getByRole('link', { name: entry })).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'My Orders' })).toHaveCount(0);
});
