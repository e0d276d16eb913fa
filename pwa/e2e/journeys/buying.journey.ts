import { button, field, heading, link, text } from '../engines/tab.ts';
import { test } from '../fixtures/journey-test.ts';
import { destination } from '../fixtures/pages/purchase-page.ts';

test('a visitor finds a tool, signs in, orders it and pays', async ({ tab, customer, tool }) => {
  await tab.resize(390, 844);
  await tab.open('/');
  await tab.sees(heading('Our Tools'));
  await tab.open(`/tools/${tool._id}`);
  await tab.click(link('Purchase Now'));
  await tab.isAt('/login');
  await tab.type(field('Email'), customer.email);
  await tab.type(field('Password'), customer.password);
  await tab.click(button('LOGIN'));
  await tab.isAt(`/purchase/${tool._id}`);
  await tab.type(field('Address'), destination.address);
  await tab.type(field('City'), destination.city);
  await tab.type(field('Zip Code'), destination.zip);
  await tab.click(button('Place Order'));
  await tab.sees(text('You Place the order successfully.'));

  await tab.open('/dashboard/myorders');
  await tab.sees(text('You have - 1 order(s)'));
  await tab.click(link('Pay Now'));
  await tab.type(field('Card number'), '4242 4242 4242 4242');
  await tab.type(field('Expiry'), '12 / 34');
  await tab.type(field('CVC'), '123');
  await tab.click(button(/^Pay \$/));
  await tab.sees(text('Congrats! Your payment is completed.'));
  await tab.open('/dashboard/myorders');
  await tab.sees(text('Paid'));
});
