import { filledPerson, ordersPerPerson } from '@karigar/events/filling';
import { openAccount } from '../measuring/accounts.ts';
import { percent, table } from '../measuring/figure.ts';
import { startFilledRedis } from '../measuring/filled-redis.ts';
import { drive, httpRequest } from '../measuring/http-driver.ts';
import { inTurns } from '../measuring/in-turns.ts';
import { startShop } from '../measuring/measured-shop.ts';
import type { Bench } from './bench.ts';

const buyerEmail = 'fill-buyer@buyers.example';

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Each page by the name of its values: what it is, and what is asked for. */
const pages = {
  myOrders: ['My Orders, first page', `orders/${buyerEmail}?limit=20`],
  manageOrders: ['Manage Orders, first page', 'orders?limit=50'],
  toShip: ['Manage Orders, paid and not shipped', 'orders?limit=50&paid=true&status=pending'],
  toShipOldest: ['To ship, oldest first', 'orders?limit=100&paid=true&status=pending&oldest=true'],
  findNumber: ['find "K-500"', 'orders?limit=100&find=K-500'],
  findTool: ['find "mm 13"', 'orders?limit=100&find=mm%2013'],
  findCustomer: ['find an email by its beginning', 'orders?limit=100&find=fill-buyer%40'],
  search: ['search "13 mm"', 'orders?limit=50&search=13%20mm'],
  searchNothing: ['search that finds nothing', 'orders?limit=50&search=anvil'],
  sales: ['Sales, a year', `sales?from=${dayBefore(365)}&to=${dayBefore(0)}`],
};

/** First pages of the order lists, and of sales, at several sizes of the shop, measured in turns with all shops open side by side. */
export const orderPages: Bench = async ({ quick, args }) => {
  const sizes = args.length > 0 ? args.map(Number) : quick ? [1_000, 20_000] : [1_000, 100_000, 1_000_000];
  const [rounds, seconds] = quick ? [2, 0.4] : [5, 1];
  await using undo = new AsyncDisposableStack();
  const shops: { url: string; admin: string; buyer: string }[] = [];
  for (const size of sizes) {
    const redis = undo.use(await startFilledRedis(size));
    const { url, stack, admin } = undo.use(await startShop({ redis }));
    const servers = { url, emulatorHost: stack.emulatorHost ?? '' };
    const buyer = await openAccount(servers, buyerEmail, filledPerson(1));
    shops.push({ url, admin: admin.token, buyer: buyer.token });
  }
  const rows = [];
  const values: Record<string, number> = {};
  for (const [key, [page = '', path]] of Object.entries(pages)) {
    const sides = shops.map(({ url, admin, buyer }) => () => {
      const headers = { Authorization: `Bearer ${key === 'myOrders' ? buyer : admin}` };
      const request = httpRequest('GET', `/api/${path}`, headers);
      return drive({ url, connections: 2, seconds, warmUpSeconds: seconds / 2, request });
    });
    const found = await inTurns(rounds, sides);
    for (const [at, { p50, p99, p99Spread }] of found.entries()) {
      const ratio = p99 / (found[0]?.p99 ?? Number.NaN);
      rows.push({
        page,
        'orders in the shop': sizes[at] ?? 0,
        'p50 ms': p50,
        'p99 ms': p99,
        '± p99': percent(p99Spread),
        'p99 against the smallest shop': ratio,
      });
      values[`${key}RatioAt${sizes[at]}`] = ratio;
      values[`${key}P50At${sizes[at]}`] = p50;
    }
  }
  return {
    title: 'First pages of the order lists in a growing shop',
    values,
    tables: [
      table(
        `2 connections, ${rounds} rounds of ${seconds} s; each person has ${ordersPerPerson} orders`,
        rows,
      ),
    ],
  };
};
