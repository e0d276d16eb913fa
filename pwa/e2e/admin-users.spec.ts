import { expect, test } from './fixtures/test.ts';

test('an admin makes a customer an admin, whose rights begin with the verified address, and takes them away', async ({
  adminPage: page,
  api,
  customer,
}) => {
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
  // Who works with the keyboard goes on from the same place.
  const take = row.getByRole('button', { name: 'Remove admin rights' });
  await expect(take).toBeFocused();

  const rights = async () => {
    const { token } = await api.signInAgain(customer);
    return api.call('GET', `/admin/${encodeURIComponent(customer.email)}`, { token });
  };
  await expect(row.getByText('Not verified')).toBeVisible();
  expect(await rights()).toEqual({ admin: false });
  await api.verifyAddress(customer);
  expect(await rights()).toEqual({ admin: true });
  await page.reload();
  await expect(row.getByText('Verified', { exact: true })).toBeVisible();

  await take.click();
  await modal.getByRole('button', { name: 'Remove admin rights' }).click();
  await expect(page.getByText(`${customer.email} is no longer an admin.`)).toBeVisible();
  expect(await rights()).toEqual({ admin: false });

  await page.goto('/dashboard/operations');
  const audit = page.getByRole('region', { name: 'Admin activity' });
  await audit.getByRole('searchbox').fill(customer.email);
  await audit.getByRole('button', { name: 'Search' }).click();
  await expect(audit.getByRole('listitem')).toHaveCount(2);
  await expect(audit.getByRole('listitem').first()).toContainText('Removed admin rights');
  await expect(audit.getByRole('listitem').last()).toContainText('Made an admin');
  await expect(audit.getByRole('listitem').last()).toContainText('admin@karigar.example');
});
