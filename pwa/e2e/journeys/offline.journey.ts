import { button, field, heading, link, text } from '../engines/tab.ts';
import { expect, signInTab, test } from '../fixtures/journey-test.ts';
import { destination } from '../fixtures/pages/purchase-page.ts';
import { savedInTab } from '../fixtures/saved-on-device.ts';

test('without a network the shop opens from the device, and an order waits there and is sent once', async ({
  tab,
  door,
  customer,
  tool,
  ordersOf,
}) => {
  await signInTab(tab, customer);
  await tab.sees(heading('Our Tools'));
  await tab.run(async () => {
    await navigator.serviceWorker.ready;
    while (navigator.serviceWorker.controller === null) await new Promise(requestAnimationFrame);
  }, null);
  await tab.open(`/purchase/${tool._id}`);
  await tab.sees(button('Place Order'));
  await savedInTab(tab, tool);

  await door.close();
  await tab.open('/');
  await tab.sees(heading('Our Tools'));
  await tab.sees(link(/^Purchase Now/));
  await tab.open(`/purchase/${tool._id}`);
  await tab.type(field('Address'), destination.address);
  await tab.type(field('City'), destination.city);
  await tab.type(field('Zip Code'), destination.zip);
  await tab.click(button('Place Order'));
  await tab.sees(text(/We couldn’t confirm your order yet/));
  await tab.misses(text('You Place the order successfully.'));
  expect(await ordersOf(customer)).toEqual([]);

  await door.open();
  await tab.open('/dashboard/myorders');
  await tab.sees(heading('You have - 1 order(s)'));
  await tab.misses(button('Send now'));
  expect(await ordersOf(customer)).toMatchObject([{ toolsName: tool.name }]);
});
