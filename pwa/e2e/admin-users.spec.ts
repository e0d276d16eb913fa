import { expect, test } from './fixtures/test.ts';

test('an admin makes a customer an admin, after being asked', async ({ adminPage: page, api, customer }) => {
  await page.goto(`/dashboard/users?search=${encodeURIComponent(customer.email)}`);
  await expect(page.getByText(/We have total \d+ User\(s\)/)).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: customer.email });
  await row.getByRole('button', { name: 'Make Admin' }).click();
  const modal = page.getByRole('dialog');
  await expect(modal).toContainText(customer.email);
  await modal.getByRole('button', { name: 'Make Admin' }).click();
  await expect(page.getByText('Suuccessfully made an admin.')).toBeVisible();
  await expect(row.getByText('Admin', { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Make Admin' })).toHaveCount(0);
  // Nothing is left to press in the list: who works with the keyboard goes on from the heading.
  await expect(page.getByRole('heading', { name: 'Make Admin' })).toBeFocused();
  const path = `/admin/${encodeURIComponent(customer.email)}`;
  expect(await api.call('GET', path, { token: customer.token })).toEqual({ admin: true });
});

test('a refusal says that nobody was made an admin', async ({ adminPage: page, context, customer }) => {
  await context.route('**/api/user/admin/**', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'Forbidden',
        status: 403,
        detail: 'Only an admin may do that.',
        code: 'FORBIDDEN',
        requestId: 'test',
      },
    }),
  );
  await page.goto(`/dashboard/users?search=${encodeURIComponent(customer.email)}`);
  const row = page.getByRole('row').filter({ hasText: customer.email });
  await row.getByRole('button', { name: 'Make Admin' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click();
  await expect(page.getByText('Failed to make an admin.')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Make Admin' })).toBeVisible();
});
