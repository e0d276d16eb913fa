import { button, field, heading, link, text } from '../engines/tab.ts';
import { expectNoBarriers } from '../fixtures/barriers.ts';
import { signInTab, test } from '../fixtures/journey-test.ts';

test('a visitor looks at tools and at one of them, and nothing is in the way', async ({ tab, tool }) => {
  await tab.open(`/tools?search=${encodeURIComponent(tool.name)}`);
  await tab.click(heading(tool.name));
  await tab.isAt(`/tools/${tool._id}`);
  await tab.sees(text(tool.description));
  await expectNoBarriers(tab);

  await tab.click(link('Purchase Now'));
  await tab.isAt('/login');
  await tab.sees(button('LOGIN'));
  await expectNoBarriers(tab);
});

test('a visitor reads the reviews at home, and nothing is in the way', async ({ tab }) => {
  await tab.open('/');
  await tab.sees(heading('Our Tools'));
  await tab.sees(text(/\([1-5] - star\)/));
  await expectNoBarriers(tab);
});

test('nothing is in the way of a customer who orders and looks at orders', async ({
  tab,
  customer,
  tool,
  order,
}) => {
  await signInTab(tab, customer);
  await tab.open(`/purchase/${tool._id}`);
  await tab.sees(field('Address'));
  await expectNoBarriers(tab);
  await tab.open('/dashboard/myorders');
  await tab.sees(text(order.toolsName));
  await expectNoBarriers(tab);
});
