import { expect, test } from './fixtures/test.ts';

test('a customer reviews a tool from its page, where everybody reads it', async ({
  page,
  customer,
  tool,
  signIn,
}) => {
  await signIn(page, customer);
  await page.goto(`/tools/${tool._id}`);
  await expect(page.getByText('No reviews yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Write a review' }).click();
  await expect(page.getByText(`Your review of ${tool.name}`)).toBeVisible();
  await page.getByLabel('Rating').selectOption('4');
  await page.getByLabel('Description').fill('Sharp from the first day');
  await page.getByRole('button', { name: 'Add Review' }).click();
  await expect(page.getByText('You successfully added a review.')).toBeVisible();
  await page.getByRole('link', { name: tool.name }).click();
  await expect(page.getByRole('figure').filter({ hasText: 'Sharp from the first day' })).toBeVisible();
  await expect(page.getByText('4 of 5, 1 review', { exact: false })).toBeVisible();
});
