import { button, link, text } from '../engines/tab.ts';
import { signInTab, test } from '../fixtures/journey-test.ts';

test('a page that somebody comes back to hears news again', async ({ tab, api, customer, order }) => {
  await signInTab(tab, customer);
  await tab.open('/dashboard/myorders');
  await tab.sees(link('Pay Now'));
  await tab.open('/blog');
  await tab.sees(button('Use dark colours'));
  // WebKit has kept the page as it was; Chromium, as Playwright starts it, opens it anew.
  await tab.run(() => void setTimeout(() => history.back()), null);
  await tab.isAt('/dashboard/myorders');
  await tab.sees(link('Pay Now'));
  const transaction = await api.pay(customer, order._id);
  await tab.sees(text(transaction));
});
