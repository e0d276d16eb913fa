import { type Guard, pages } from '../src/app/pages.ts';
import { logIn, logInAs } from './fixtures/pages/login-page.ts';
import { expect, test } from './fixtures/test.ts';

const addressesOf = (guard: Guard) =>
  Object.values(pages)
    .filter((page) => page.guard === guard)
    .flatMap(({ paths }) => paths.map((path) => path.replace(':id', 'some-id')));
const signedInOnly = addressesOf('session');
const forStaff = (['admin', 'packer', 'editor'] as const).flatMap(addressesOf);

test('a visitor is sent to the login page from every page that is not public', async ({ page }) => {
  for (const path of [...signedInOnly, ...forStaff]) {
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

test('an order that does not exist is said to be missing, without an error', async ({ page, customer }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ name, message }) => errors.push(`${name} ${message}`));
  await logInAs(page, customer);
  for (const path of ['/dashboard/orders/ord_none', '/dashboard/payment/ord_none']) {
    await page.goto(path);
    await expect(page.getByText('We can’t find this order.')).toBeVisible();
  }
  expect(errors).toEqual([]);
});
