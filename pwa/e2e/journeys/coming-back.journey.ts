import { button, link, text } from '../engines/tab.ts';
import { expect, signInTab, test } from '../fixtures/journey-test.ts';

test('a page that somebody comes back to hears news again', async ({ tab, api, customer, order }) => {
  await signInTab(tab, customer);
  await tab.open('/dashboard/myorders');
  await tab.sees(link('Pay Now'));
  await tab.run(() => document.documentElement.setAttribute('data-kept', ''), null);
  await tab.open('/blog');
  await tab.sees(button('Use dark colours'));
  await tab.run(() => void setTimeout(() => history.back()), null);
  await tab.isAt('/dashboard/myorders');
  await tab.sees(link('Pay Now'));
  // WebKit keeps the page as it was; Chromium, as Playwright starts it, would open it anew.
  expect(await tab.run(() => document.documentElement.hasAttribute('data-kept'), null)).toBe(true);
  const transaction = await api.pay(customer, order._id);
  await tab.sees(text(transaction));
});
