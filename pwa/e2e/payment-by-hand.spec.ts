import { expect, test } from './fixtures/test.ts';

test('a payment by hand is reported, not found, corrected and confirmed', async ({
  customerPage: page,
  browser,
  signIn,
  admin,
  order,
}) => {
  const [wrong = '', right = ''] = [1, 2].map(() => crypto.randomUUID().slice(0, 8).toUpperCase());
  const office = await (await browser.newContext()).newPage();
  await signIn(office, admin);
  const report = async (id: string) => {
    await page.getByRole('textbox', { name: 'Transaction ID' }).fill(id);
    await page.getByRole('button', { name: /^I have paid/ }).click();
    await expect(page.getByRole('heading', { name: 'We’re looking for your payment' })).toBeVisible();
  };
  const decide = async (id: string, what: RegExp) => {
    await office.goto('/dashboard/manageorders?tab=decide');
    const decisions = office.getByRole('list', { name: 'Needs a decision' }).getByRole('listitem');
    await decisions.filter({ hasText: id }).first().getByRole('button', { name: what }).click();
  };
  await page.goto(`/dashboard/payment/${order._id}`);
  await page.getByRole('radio', { name: 'bKash' }).check();
  await report(wrong);
  await decide(wrong, /^Not found: the payment/);
  await office.getByRole('dialog').getByRole('button', { name: 'Not found' }).click();
  await expect(page.getByText(`Check the transaction ID ${wrong}`)).toBeVisible();
  await report(right);
  await decide(right, /^Confirm payment/);
  await expect(page.getByText('Congrats! Your payment is completed.')).toBeVisible();
  await page.goto(`/dashboard/orders/${order._id}`);
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText('bKash');
});
