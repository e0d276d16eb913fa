import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('“back” closes an open picture or menu and stays on the page', async ({
  page,
  customer,
  tool,
  signIn,
}) => {
  await signIn(page, customer);
  await page.goto('/blog');
  await page.goto(`/tools/${tool._id}`);
  const dialog = page.getByRole('dialog', { name: tool.name });
  await page.getByRole('button', { name: 'Enlarge the picture' }).tap();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/tools/${tool._id}$`));

  // Closed by its own button, it leaves no step behind.
  await page.getByRole('button', { name: 'Enlarge the picture' }).tap();
  await page.getByRole('button', { name: 'Close the picture' }).tap();
  await expect(dialog).toBeHidden();
  await expect.poll(() => page.evaluate(() => history.state?.overlay ?? 0)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/blog$/);

  const links = page.getByRole('navigation', { name: 'Shop' });
  await page.getByRole('button', { name: 'Open the menu' }).tap();
  await expect(links).toBeVisible();
  await page.goBack();
  await expect(links).toBeHidden();
  await expect(page).toHaveURL(/\/blog$/);

  await page.goto('/dashboard');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Open the menu' }).tap();
  await expect(menu.getByRole('link', { name: /Orders/ })).toHaveText(['My Orders']);
  await menu.getByRole('link', { name: 'My Orders' }).tap();
  await expect(page).toHaveURL(/myorders$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(menu).toBeHidden();
});

test('after signing up, “back” leads to where the person came from', async ({ page }) => {
  await page.goto('/blog');
  await page.getByRole('link', { name: 'Login' }).first().tap();
  await page.getByRole('link', { name: 'Create an account' }).tap();
  await page.getByLabel('Name').fill('Rahima Akter');
  await page.getByLabel('Email', { exact: true }).fill(`rahima-${randomUUID()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('secret!1');
  await page.getByRole('button', { name: 'SIGNUP' }).tap();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/blog$/);
});

test('bad news of the login page ends with that page', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forget password?' }).tap();
  const toast = page.getByRole('alert').filter({ hasText: 'Something is wrong' });
  await expect(toast).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tools' }).tap();
  await expect(page).toHaveURL(/\/tools$/);
  await expect(toast).toBeHidden();
});
