import { button, field, text } from '../engines/tab.ts';
import { expect, signInTab, test } from '../fixtures/journey-test.ts';
import { destination } from '../fixtures/pages/purchase-page.ts';
import { refusable, refuseDatabases } from '../fixtures/refused-databases.ts';

for (const how of ['silent', 'throwing', 'full'] as const) {
  test(`a device whose databases are ${how} shows what the shop says, and takes orders`, async ({
    tab,
    door,
    customer,
    tool,
    order,
    ordersOf,
  }) => {
    refusable(door);
    await signInTab(tab, customer);
    await refuseDatabases(tab, how);

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
}
