import type { Page } from '@playwright/test';
import { newMark } from '../../infra/src/seed/new-mark.ts';
import { manageOrdersPage, ordersOf } from './fixtures/pages/manage-orders-page.ts';
import type { Person, ShopApi, TestOrder, TestTool } from './fixtures/shop-api.ts';
import { expect, test } from './fixtures/test.ts';

const parcels = 60;
/** As many orders at once as the shop takes from one line without making the others wait. */
const atOnce = 6;

/** Sixty paid orders of one tool, of several customers, because one customer may hold only so many unpaid ones. */
async function sixtyOrders(api: ShopApi, tool: TestTool): Promise<TestOrder[]> {
  const perCustomer = async (): Promise<TestOrder[]> => {
    const customer = await api.newCustomer('Rahima Khatun');
    const orders: TestOrder[] = [];
    for (let at = 0; at < parcels / atOnce; at += 1) {
      const order = await api.newOrder(customer, tool);
      await api.pay(customer, order._id);
      orders.push(order);
    }
    return orders;
  };
  return (await Promise.all(Array.from({ length: atOnce }, perCustomer))).flat();
}

/** Presses things and counts the presses. */
function hand() {
  const counted = { actions: 0 };
  return {
    counted,
    async press(target: ReturnType<Page['getByRole']>) {
      counted.actions += 1;
      await target.click();
    },
    async type(target: ReturnType<Page['getByRole']>, text: string) {
      counted.actions += text.length;
      await target.pressSequentially(text);
    },
  };
}

/** How often the log says that an order was shipped. */
const timesShipped = async (api: ShopApi, { token }: Person, { _id }: TestOrder): Promise<number> => {
  const story = await api.call<{ type: string }[]>('GET', `/orders/order/${_id}/events`, { token });
  return story.filter(({ type }) => type === 'order.shipped').length;
};

for (const width of [390, 1440]) {
  test(`a morning with sixty parcels at ${width} px takes fewer than eighty actions`, async ({
    page,
    api,
    admin,
    secondAdmin,
    customer,
    signIn,
  }) => {
    const name = `Morning ${newMark()}`;
    const tool = await api.newTool(admin, { name, availableQuantity: 500 });
    const other = await api.newTool(admin, { name: `Other ${name.split(' ')[1]}` });
    const bystander = await api.newOrder(customer, other);
    await api.pay(customer, bystander._id);
    const orders = await sixtyOrders(api, tool);
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, admin);
    // The dialogue of the browser's own print would wait for a hand; what it is given is looked at instead.
    await page.addInitScript(() => {
      const given = window as unknown as { printed: number[] };
      given.printed = [];
      window.print = () => {
        given.printed.push(document.querySelectorAll('[aria-label^="Packing slip"]').length);
        window.dispatchEvent(new Event('afterprint'));
      };
    });
    const list = manageOrdersPage(page);
    const { counted, press, type } = hand();

    await page.goto('/dashboard/manageorders');
    counted.actions += 1;
    await press(list.find);
    await type(list.find, name);
    await press(list.search);
    await expect(page.getByText('60 order(s)')).toBeVisible();
    await expect(list.rows(name)).toHaveCount(parcels);

    await test.step('all slips are one print', async () => {
      await press(list.selectAll);
      await press(page.getByRole('button', { name: 'Print selected' }));
      await expect
        .poll(() => page.evaluate(() => (window as unknown as { printed: number[] }).printed))
        .toEqual([parcels]);
    });

    await test.step('all are shipped, while a second admin ships some of them', async () => {
      const theirs = orders.slice(0, 5);
      await press(page.getByRole('button', { name: /^Ship selected/ }));
      await expect(page.getByText('Shipping 60 orders in 5 s.')).toBeVisible();
      const { results } = await api.call<{ results: { outcome: string }[] }>('POST', '/orders/shipments', {
        token: secondAdmin.token,
        body: { shipments: theirs.map(({ _id }) => ({ order: _id })) },
      });
      // Whoever is first ships an order; the log says below that nobody did so twice.
      expect(results).toHaveLength(theirs.length);
      for (const { outcome } of results) expect(['shipped', 'unchanged']).toContain(outcome);
      await expect(page.getByText(/^\d+ shipped[.,]/)).toBeVisible();
      await expect(list.rows(name).getByRole('button', { name: 'Shipped' })).toHaveCount(parcels);
      await expect(page.getByText('0 order(s)')).toBeVisible();
    });
    await expect(page.getByText('Undone:')).toHaveCount(0);

    expect(counted.actions).toBeLessThan(80);
    const times = await Promise.all(orders.map((order) => timesShipped(api, admin, order)));
    expect(times).toEqual(orders.map(() => 1));
    expect(await timesShipped(api, admin, bystander)).toBe(0);
  });
}

for (const width of [390, 1024, 1440]) {
  test(`rows keep their height and their place at ${width} px`, async ({
    adminPage: page,
    api,
    customer,
    tool,
  }) => {
    for (const quantity of [2, 3]) {
      const order = await api.newOrder(customer, tool, quantity);
      await api.pay(customer, order._id);
    }
    await page.setViewportSize({ width, height: 900 });
    const list = manageOrdersPage(page);
    await page.goto(ordersOf(tool, 'ship'));
    const second = list.rows('$36');
    const ship = list.rows('$24').getByRole('button', { name: 'Ship' });
    // A click may scroll the page to the button.
    await ship.hover();
    const before = await second.boundingBox();
    if (width === 1440) expect(before?.height).toBe(56);
    await ship.click();
    await expect(list.rows('$24').getByText(/Shipping in/)).toBeVisible();
    expect(await second.boundingBox()).toEqual(before);
    await api.newOrder(customer, tool, 4);
    await expect(list.rows('$24').getByRole('button', { name: 'Shipped' })).toBeVisible();
    expect(await second.boundingBox()).toEqual(before);
  });
}
