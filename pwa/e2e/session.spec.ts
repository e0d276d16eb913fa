import { logInAs } from './fixtures/pages/login-page.ts';
import { expect, test } from './fixtures/test.ts';

// A worker that is not allowed says so in the console.
test.use({ serviceWorkers: 'allow' });

test('an access token that has ended is renewed without a word', async ({ customer, page }) => {
  await logInAs(page, customer);
  await page.evaluate(() => localStorage.setItem('accessToken', 'ended'));
  await page.goto('/dashboard/myorders');
  await expect(page.getByText('You have - 0 order(s)')).toBeVisible();
  // The number may come from the saved copy: the token is renewed behind it.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^ey/);
});

test('in the demo a list of accounts stands in for the window of Google; closing it is no error', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'CONTINUE WITH GOOGLE' }).click();
  const list = page.getByRole('dialog', { name: 'Choose a Google account (demo)' });
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'CONTINUE WITH GOOGLE' }).click();
  await list.getByLabel('Another account').fill('karim@gmail.example');
  await list.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.locator('[data-display-name]')).toHaveText('karim');
});

test('signing in or out in one tab is followed by the other', async ({ context, customer, page }) => {
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('link', { name: 'Login' })).toBeVisible();
  await logInAs(page, customer);
  await expect(other.locator('[data-display-name]')).toHaveText(customer.name);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(other.getByRole('link', { name: 'Login' })).toBeVisible();
});
