import { button, field, text } from '../engines/tab.ts';
import { expect, signInTab, test } from '../fixtures/journey-test.ts';
import { destination } from '../fixtures/pages/purchase-page.ts';
import { silenceable, silenceStorage } from '../fixtures/silent-storage.ts';

test('a device whose storage does not answer shows what the shop says, and takes orders', async ({
  tab,
  door,
  customer,
  tool,
  order,
  ordersOf,
}) => {
  silenceable(door);
  await signInTab(tab, customer);
  await silenceStorage(tab);

  await tab.open('/dashboard/myorders');
  await tab.sees(text('You have - 1 order(s)'));
  await tab.sees(text(order.toolsName));
  await tab.open(`/purchase/${tool._id}`);
  await tab.type(field('Address'), destination.address);
  await tab.type(field('City'), destination.city);
  await tab.type(field('Zip Code'), destination.zip);
  await tab.click(button('Place Order'));
  await tab.sees(text('You Place the order successfully.'));
  expect(await ordersOf(customer)).toHaveLength(2);
});
