import { newMark } from '../../infra/src/seed/new-mark.ts';
import { logIn, loginPage } from './fixtures/pages/login-page.ts';
import { expect, test } from './fixtures/test.ts';

test('one tap on a sample account fills the form', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Use the admin account' }).click();
  await expect(loginPage(page).email).toHaveValue(/@/);
  await expect(loginPage(page).password).not.toHaveValue('');
});

test('a forgotten password is replaced', async ({ page, customer }) => {
  await page.goto('/login');
  const forgot = page.getByRole('button', { name: 'Forget password?' });
  await forgot.click();
  await expect(page.getByText('Something is wrong')).toBeVisible();
  await loginPage(page).email.fill(customer.email);
  await forgot.click();
  await expect(page.getByText('Reset your password. please check email.')).toBeVisible();
  await page.getByLabel('New password').fill('Karigar-new#1');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(loginPage(page).password).toHaveValue('Karigar-new#1');
  await logIn(page, { ...customer, password: 'Karigar-new#1' });
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a newcomer signs up, keeps a profile and writes a review', async ({ page, customer }) => {
  await page.goto('/signup');
  const submit = page.getByRole('button', { name: 'SIGNUP', exact: true });
  await submit.click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await page.getByLabel('Name').fill('Nasrin Akter');
  await page.getByLabel('Email').fill(customer.email);
  await page.getByLabel('Password', { exact: true }).fill('Karigar-mine!');
  await submit.click();
  await expect(page.getByText('🚫 Email already Exist.')).toBeVisible();
  await page.getByLabel('Email').fill(`nasrin-${newMark()}@karigar.example`);
  await submit.click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Please Update Your profile.')).toBeVisible();

  const update = page.getByRole('button', { name: 'Update Profile' });
  await update.click();
  for (const message of ['Phone is required', 'Education is required', 'Country is required']) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await page.getByLabel('Phone').fill('+880 1711-000000');
  await page.getByLabel('Education').fill('কারিগরি ডিপ্লোমা');
  await page.getByLabel('Country').fill('Bangladesh');
  await update.click();
  await expect(page.getByText('Your Profile updated successfully.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'My Info' })).toContainText('কারিগরি ডিপ্লোমা');

  await page.goto('/dashboard/addreview');
  await page.getByRole('button', { name: 'Add Review' }).click();
  await expect(page.getByText('Review description is required')).toBeVisible();
  const words = `The plane of a lifetime, ${newMark()}`;
  await page.getByLabel('Rating').selectOption('4');
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill(words);
  const add = page.getByRole('button', { name: 'Add Review' });
  await add.click();
  await expect(page.getByText('You successfully added a review.')).toBeVisible();
  await expect(add).toBeFocused();
  await page.goto('/');
  const review = page.getByRole('figure').filter({ hasText: words });
  await expect(review).toContainText('(4 - star)');
  await expect(review).toContainText('Nasrin Akter');
});

test('whoever registers a freed address finds its orders only after proving that it is theirs', async ({
  page,
  request,
  api,
  customer,
  tool,
}) => {
  // What somebody ordered who had not proven the address is not its owner's.
  await api.verifyAddress(customer);
  const order = await api.newOrder(await api.signInAgain(customer), tool);
  const gone = await request.post(
    '/identitytoolkit.googleapis.com/v1/projects/demo-karigar/accounts:delete',
    {
      headers: { Authorization: 'Bearer owner' },
      data: { localId: customer.uid },
    },
  );
  expect(gone.ok()).toBe(true);
  await page.goto('/signup');
  await page.getByLabel('Name').fill('Somebody Else');
  await page.getByLabel('Email').fill(customer.email);
  await page.getByLabel('Password', { exact: true }).fill('Karigar-mine!');
  await page.getByRole('button', { name: 'SIGNUP', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Another account uses this email address');
  await page.getByRole('button', { name: 'Send the link' }).click();
  const signIn = page.getByRole('button', { name: 'I’ve opened it. Sign me in' });
  await signIn.click();
  await expect(page.getByRole('alert')).toContainText('Verify that the address is yours');
  await page.getByRole('button', { name: 'Open the link' }).click();
  await expect(page.getByText('Your address is verified.')).toBeVisible();
  await signIn.click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/dashboard/myorders');
  await expect(page.getByText('You have - 1 order(s)')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(order.toolsName);
});

test('an account verifies its address on My Profile, and its unpaid orders are kept longer from then on', async ({
  page,
  api,
  customer,
  order,
}) => {
  const hoursKept = async () => {
    const { createdAt, reservedUntil } = await api.call<{ createdAt: string; reservedUntil: string }>(
      'GET',
      `/orders/order/${order._id}`,
      { token: customer.token },
    );
    return (Date.parse(reservedUntil) - Date.parse(createdAt)) / 3_600_000;
  };
  expect(await hoursKept()).toBe(2);
  await page.goto('/login');
  await logIn(page, customer);
  await expect(page).toHaveURL(/\/dashboard$/);
  const box = page.getByRole('complementary', { name: 'Verify your address' });
  await box.getByRole('button', { name: 'Send the link' }).click();
  const opened = box.getByRole('button', { name: 'I’ve opened it' });
  await opened.click();
  await expect(page.getByText('Your address isn’t verified yet')).toBeVisible();
  await box.getByRole('button', { name: 'Open the link' }).click();
  await expect(page.getByText('Your address is verified.')).toBeVisible();
  await opened.click();
  await expect(box).toBeHidden();
  expect(await hoursKept()).toBe(72);
});
