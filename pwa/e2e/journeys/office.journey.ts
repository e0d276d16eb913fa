import { newMark } from '../../../infra/src/seed/new-mark.ts';
import { button, field, role, text } from '../engines/tab.ts';
import { expectNoBarriers } from '../fixtures/barriers.ts';
import { expect, signInTab, test } from '../fixtures/journey-test.ts';
import { ordersOf } from '../fixtures/pages/manage-orders-page.ts';
import { storedFile, watchStoredFiles } from '../fixtures/stored-files.ts';

test('an admin puts a tool with its picture into the shop', async ({ tab, admin }) => {
  const name = `Hammer ${newMark()}`;
  await signInTab(tab, admin);
  await tab.open('/dashboard/addproduct');
  await tab.type(field('Tools name'), name);
  await tab.type(field('Unit price'), '19');
  await tab.type(field('Minimum order quantity'), '3');
  await tab.type(field('Available quantity'), '30');
  await tab.type(field('Description'), 'Forged in one piece, and balanced for a whole day of work.');
  await tab.upload('infra/assets/pictures/claw-hammer.webp');
  await tab.sees(role('img', 'Preview of claw-hammer.webp'));
  await tab.click(button('Add tool'));
  await tab.sees(text('Product added successfully'));

  await tab.open(`/dashboard/manageoproducts?search=${encodeURIComponent(name)}`);
  await tab.sees(role('img', name));
});

test('an admin ships an order and exports the orders of a time as a file', async ({
  tab,
  api,
  admin,
  customer,
  tool,
  order,
}) => {
  await api.pay(customer, order._id);
  await signInTab(tab, admin);
  await tab.resize(1440, 844);
  await tab.open(ordersOf(tool));
  await tab.click(button(/^Ship K-/));
  await tab.sees(text(/^Successfully made an order shipped\./));
  await tab.sees(button(/^Shipped/));

  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await tab.open(`${ordersOf(tool)}&from=${yesterday}`);
  await tab.click(button(/^Filter/));
  await watchStoredFiles(tab);
  await tab.click(button('Export CSV'));
  const file = await storedFile(tab);
  expect(file.name).toMatch(/^karigar-orders-.*\.csv$/);
  const [, line = '', ...others] = file.text.trim().split('\n');
  expect(line).toContain(order._id);
  expect(others).toEqual([]);

  await tab.open(`${ordersOf(tool)}&to=2020-01-01`);
  await tab.sees(text(/^No orders match/));
  await tab.open(ordersOf(tool));
  await tab.sees(button(/^Shipped/));
  await expectNoBarriers(tab);
});
