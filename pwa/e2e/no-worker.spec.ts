import { expect, test } from './fixtures/test.ts';

test('where the browser allows no service worker the shop works, without an error', async ({
  page,
  customer,
  tool,
  signIn,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await signIn(page, customer);
  await page.goto(`/purchase/${tool._id}`);
  await page.getByLabel('Address').fill('House 12, Road 7');
  await page.getByLabel('City').fill('Dhaka');
  await page.getByLabel(/zip/i).fill('1209');
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByText('You Place the order successfully.')).toBeVisible();
  expect(errors).toEqual([]);
});
