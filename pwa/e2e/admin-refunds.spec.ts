import type { Page } from '@playwright/test';
import { faultsIn } from './fixtures/faults.ts';
import { ownDecisions } from './fixtures/own-decisions.ts';
import { manageOrdersPage, ordersOf } from './fixtures/pages/manage-orders-page.ts';
import type { TestOrder } from './fixtures/shop-api.ts';
import { expect, test } from './fixtures/test.ts';

/** The order's own part of "Needs a decision": other tests may have orders there too. */
const decisionOf = (page: Page, toolsName: string) => manageOrdersPage(page).decision(toolsName);
const rowOf = (page: Page, toolsName: string) => manageOrdersPage(page).rows(toolsName);
const decisions = '/dashboard/manageorders?tab=decide';

/** What axe finds in the open dialog, in both colour schemes. */
const faultsInDialog = async (page: Page) => [
  ...(await faultsIn(page, 'light', 'dialog[open]')),
  ...(await faultsIn(page, 'dark', 'dialog[open]')),
];

test('an admin gives the money of an order back, and its customer sees it without a reload', async ({
  adminPage: page,
  api,
  browser,
  customer,
  signIn,
  tool,
}) => {
  const order = await api.newOrder(customer, tool);
  await api.pay(customer, order._id);
  const customers = await (await browser.newContext()).newPage();
  await signIn(customers, customer);
  await customers.goto(`/dashboard/orders/${order._id}`);
  await expect(customers.getByText('Order history')).toBeVisible();

  await page.goto(ordersOf(tool));
  await rowOf(page, tool.name).getByRole('link', { name: tool.name }).click();
  const drawer = page.getByRole('dialog', { name: tool.name });
  await drawer.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund $24?' });
  await expect(dialog).toBeVisible();
  expect(await faultsInDialog(page)).toEqual([]);

  await test.step('it needs a reason', async () => {
    await dialog.getByRole('button', { name: 'Refund $24' }).click();
    await expect(dialog.getByText('Choose a reason for the refund.')).toBeVisible();
    expect(await faultsInDialog(page)).toEqual([]);
    await dialog.getByLabel('Reason').selectOption('Out of stock');
    await expect(dialog.getByRole('switch', { name: 'Return the items to stock' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Refund $24' }).click();
    await expect(page.getByText('Refunded $24.')).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('drawer, list and filter tell it, and nothing is left to ship', async () => {
    const told = drawer.getByRole('listitem').filter({ hasText: 'Refunded $24' });
    await expect(told).toContainText('pieces back in stock');
    await expect(drawer.getByRole('button', { name: /^(Ship|Refund)/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(rowOf(page, tool.name).getByText('Refunded', { exact: true })).toBeVisible();
    await expect(rowOf(page, tool.name).getByText('Not shipped')).toBeVisible();
    await manageOrdersPage(page).filter.click();
    await page.getByLabel('Refund', { exact: true }).selectOption('Not refunded');
    await expect(page.getByText('0 order(s)')).toBeVisible();
    await page.getByLabel('Refund', { exact: true }).selectOption('Refunded');
    await expect(rowOf(page, tool.name)).toBeVisible();
  });

  await expect(customers.getByText('Refunded $24').first()).toBeVisible();
  const { availableQuantity } = await api.call<{ availableQuantity: number }>('GET', `/tools/${tool._id}`);
  expect(availableQuantity).toBe(tool.availableQuantity);
  await customers.context().close();
});

test('what a customer asks comes to the top by itself, and can be declined or shipped all the same', async ({
  adminPage: page,
  api,
  customer,
  tool,
}) => {
  const newPaidOrder = async () => {
    const order = await api.newOrder(customer, tool);
    await api.pay(customer, order._id);
    return order;
  };
  const ask = ({ _id }: TestOrder) =>
    api.call('POST', `/orders/${_id}/cancellation`, {
      token: customer.token,
      body: { reason: 'wrong-address' },
    });
  const first = await newPaidOrder();
  await ownDecisions(page, tool);
  await page.goto(decisions);
  await expect(page.getByText('Nothing needs a decision.')).toBeVisible();
  const decision = decisionOf(page, tool.name);

  await test.step('declined, and it keeps its place', async () => {
    await ask(first);
    await expect(decision).toContainText('The customer requested cancellation: “The address is wrong”.');
    await decision.getByRole('button', { name: 'Decline' }).press('Enter');
    await expect(page.getByText('Declined. The customer sees it')).toBeVisible();
    await expect(decision).toContainText('Decided.');
    await expect(decision.getByRole('button')).toHaveCount(0);
  });

  await test.step('of another order, which is shipped after one more question', async () => {
    await ask(await newPaidOrder());
    await page.getByRole('button', { name: '1 new order' }).click();
    await decision.getByRole('button', { name: 'Ship anyway' }).click();
    const question = page.getByRole('dialog', { name: 'Ship this order anyway?' });
    await expect(question).toContainText('The address is wrong');
    expect(await faultsInDialog(page)).toEqual([]);
    await question.getByRole('button', { name: 'Ship anyway' }).click();
    await expect(page.getByText('Successfully made an order shipped.')).toBeVisible();
    await expect(decision).toContainText('Shipped');
  });
});

test('a disputed payment and a refund that did not arrive wait for a person', async ({
  adminPage: page,
  api,
  customer,
  tool,
}) => {
  const disputed = await api.newOrder(customer, tool, 3);
  await api.pay(customer, disputed._id, '4000000000002685');
  const failing = await api.newOrder(customer, tool, 2);
  await api.pay(customer, failing._id, '4000000000005126');
  await test.step('the dispute is said beside Ship', async () => {
    await page.goto(ordersOf(tool, 'ship'));
    await expect(rowOf(page, '$36').getByText('The payment is disputed')).toBeVisible();
  });

  await test.step('the refund comes back', async () => {
    await rowOf(page, '$24').getByRole('link').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund $24?' });
    await dialog.getByLabel('Reason').selectOption('Another reason');
    await dialog.getByRole('button', { name: 'Refund $24' }).click();
    await expect(page.getByRole('dialog', { name: tool.name })).toContainText('The refund failed');
  });

  await test.step('both wait for a person, and the drawer says why', async () => {
    await page.goto(decisions);
    const dispute = decisionOf(page, `3 × ${tool.name}`);
    await expect(dispute).toContainText('Disputed: the payer says nothing arrived, $36');
    await expect(dispute.getByRole('button', { name: 'Refund' })).toHaveCount(0);
    const decision = decisionOf(page, `2 × ${tool.name}`);
    await expect(decision).toContainText('The refund failed');
    await decision.getByRole('link').click();
    const drawer = page.getByRole('dialog', { name: tool.name });
    await expect(drawer.getByText('the card has expired or was cancelled')).toBeVisible();
    await expect(drawer.getByRole('button', { name: /^Ship K-/ })).toHaveCount(0);
    await expect(drawer.getByRole('button', { name: 'Refund' })).toBeVisible();
  });

  await page.goto('/dashboard/operations');
  const notes = page.getByRole('region', { name: 'Payments that need attention' });
  await expect(notes.getByRole('listitem').filter({ hasText: `K-${failing.number}` })).toContainText(
    'Refund failed',
  );
  await expect(notes.getByRole('listitem').filter({ hasText: `K-${disputed.number}` })).toContainText(
    'Payment disputed',
  );
});
