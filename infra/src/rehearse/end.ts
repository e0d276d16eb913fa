import { until } from '../cluster/until.ts';
import { compareWithLog } from './losses.ts';
import { mustRun } from './operator.ts';
import type { Visitor } from './people.ts';
import type { ProductionShop } from './production-shop.ts';
import type { SteadyBuyer } from './steady-buyer.ts';
import type { Walk } from './walk.ts';

/** Looks at what is left after all that: open pages, log, money, letters. `order` places an order of the customer through the API. */
export async function walkEnd(
  walk: Walk,
  shop: ProductionShop,
  people: { steady: SteadyBuyer; customer: Visitor; order: () => Promise<string> },
): Promise<void> {
  walk.begin('What is left');
  const { steady, customer, order } = people;
  await walk.step(
    'the customer’s page has been open all the time',
    'it shows a new order by itself',
    async () => {
      const counted = customer.page.getByText(/^You have - \d+ order\(s\)$/);
      const count = async () => Number((await counted.innerText()).replaceAll(/\D/g, ''));
      const before = await count();
      await order();
      await until('the page counts one more', async () => (await count()) === before + 1, 30_000);
      await customer.picture('my-orders-after-losses');
      return `${before + 1} orders, without a reload`;
    },
  );
  await walk.step('the buyer stops', 'nothing acknowledged is lost or doubled', async () => {
    await steady.stop();
    return compareWithLog(shop, steady);
  });
  await walk.step('orders -- verify', 'log and read models agree', () => mustRun(shop, 'verify'));
  await walk.step('orders -- payments', 'log and payment provider agree', () => mustRun(shop, 'payments'));
  await walk.step('the inbox', 'every letter came once', async () => {
    const letters = (await (await fetch(`${shop.inbox.url}/letters`)).json()) as { times: number }[];
    const repeated = letters.filter(({ times }) => times !== 1).length;
    if (repeated > 0) throw new Error(`${repeated} of ${letters.length} came more than once`);
    return `${letters.length} letters, each once`;
  });
}
