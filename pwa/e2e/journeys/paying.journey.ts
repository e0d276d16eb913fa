import { button, field, heading, link, role, type Tab, text } from '../engines/tab.ts';
import { expect, signInTab, test } from '../fixtures/journey-test.ts';

async function payByCard(tab: Tab, number: string): Promise<void> {
  await tab.type(field('Card number'), number);
  await tab.type(field('Expiry'), '12 / 34');
  await tab.type(field('CVC'), '123');
  await tab.click(button(/^Pay \$/));
}

test('a card is declined, another one pays, and an order that is not paid is deleted', async ({
  tab,
  api,
  customer,
  tool,
  order,
  ordersOf,
}) => {
  await api.newOrder(customer, await api.newTool(await api.admin()));
  await signInTab(tab, customer);
  await tab.open(`/dashboard/payment/${order._id}`);
  await payByCard(tab, '4000 0000 0000 0002');
  await tab.sees(role('alert', undefined, role('form', 'Card')));
  await tab.sees(text(/^Your card was declined\./));
  await payByCard(tab, '4242 4242 4242 4242');
  await tab.sees(text('Congrats! Your payment is completed.'));

  await tab.open('/dashboard/myorders');
  await tab.sees(heading('You have - 2 order(s)'));
  await tab.sees(text('Paid'));
  await tab.click(button(/^Delete the order of /));
  await tab.click(button('Delete', role('dialog')));
  await tab.sees(text('Suuccessfully deleted'));
  await tab.sees(heading('You have - 1 order(s)'));
  await tab.misses(link('Pay Now'));
  expect(await ordersOf(customer)).toMatchObject([{ toolsName: tool.name, paid: true }]);
});
