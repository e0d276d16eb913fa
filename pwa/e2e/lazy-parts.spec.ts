import { expect, test } from './fixtures/test.ts';

test.describe('where no service worker holds the files', () => {
  test('a shop whose code cannot be loaded says so and offers to try again', async ({ page }) => {
    await page.route('**/assets/shop-*.js', (route) => route.abort());
    for (const path of ['/', '/nowhere']) {
      await page.goto(path);
      await expect(page.getByRole('alert')).toContainText('We couldn’t load the shop');
    }
    await page.unroute('**/assets/shop-*.js');
    await page.getByRole('link', { name: 'Reload the page' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('a page whose code cannot be loaded says so, and the shop around it goes on', async ({
    context,
    page,
  }) => {
    await page.goto('/tools');
    await expect(page.getByRole('link', { name: /^Purchase Now/ }).first()).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Blog', exact: true }).click();
    await expect(
      page.getByRole('alert').getByRole('heading', { name: 'Something went wrong on this page' }),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Tools', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'All tools' })).toBeVisible();
  });
});

test('clicks in the dashboard keep its frame, and the shop is asked once whether somebody is an admin', async ({
  admin,
  page,
  signIn,
}) => {
  await signIn(page, admin);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/me') asked.push(request.method());
  });
  await page.goto('/dashboard/users');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await menu.evaluate((element) => element.setAttribute('data-kept', ''));
  for (const entry of ['Manage All Orders', 'Manage Products', 'Operations', 'Sales', 'Make Admin']) {
    await menu.getByRole('link', { name: entry }).click();
    await expect(menu.getByRole('link', { name: entry })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await expect(menu).toHaveAttribute('data-kept', '');
  expect(asked).toEqual(['GET']);
});
