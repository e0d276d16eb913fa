import { filledPerson, ordersPerPerson } from '@karigar/events/filling';
import { openAccount } from '../measuring/accounts.ts';
import { keepFigure, readable } from '../measuring/figure.ts';
import { startFilledRedis } from '../measuring/filled-redis.ts';
import { drive, httpRequest, mustAnswer } from '../measuring/http-driver.ts';
import { type MeasuredShop, withShop } from '../measuring/measured-shop.ts';
import { median, spread } from '../measuring/statistics.ts';
import type { Bench } from './bench.ts';

const buyerEmail = 'fill-buyer@buyers.example';

interface Page {
  name: string;
  key: string;
  request: (shop: OpenShop) => string;
}
interface OpenShop {
  size: number;
  shop: MeasuredShop;
  buyerToken: string;
}

const pages: readonly Page[] = [
  {
    name: 'My Orders, first page',
    key: 'myOrders',
    request: ({ buyerToken }) => get(`/api/orders/${encodeURIComponent(buyerEmail)}?limit=20`, buyerToken),
  },
  {
    name: 'Manage Orders, first page',
    key: 'manageOrders',
    request: ({ shop }) => get('/api/orders?limit=50', shop.admin.token),
  },
  {
    name: 'Manage Orders, paid and not shipped',
    key: 'toShip',
    request: ({ shop }) => get('/api/orders?limit=50&paid=true&status=pending', shop.admin.token),
  },
  {
    name: 'To ship, oldest first',
    key: 'toShipOldest',
    request: ({ shop }) =>
      get('/api/orders?limit=100&paid=true&status=pending&oldest=true', shop.admin.token),
  },
  {
    name: 'find "K-500"',
    key: 'findNumber',
    request: ({ shop }) => get('/api/orders?limit=100&find=K-500', shop.admin.token),
  },
  {
    name: 'find "mm 13"',
    key: 'findTool',
    request: ({ shop }) => get('/api/orders?limit=100&find=mm%2013', shop.admin.token),
  },
  {
    name: 'find an email by its beginning',
    key: 'findCustomer',
    request: ({ shop }) => get('/api/orders?limit=100&find=fill-buyer%40', shop.admin.token),
  },
  {
    name: 'search "13 mm"',
    key: 'search',
    request: ({ shop }) => get('/api/orders?limit=50&search=13%20mm', shop.admin.token),
  },
  {
    name: 'search that finds nothing',
    key: 'searchNothing',
    request: ({ shop }) => get('/api/orders?limit=50&search=anvil', shop.admin.token),
  },
];

/** First pages of the order lists at several sizes of the shop, measured in turns with all shops open side by side. */
export const orderPages: Bench = async ({ quick, args }) => {
  const sizes = args.length > 0 ? args.map(Number) : quick ? [1_000, 20_000] : [1_000, 100_000, 1_000_000];
  await withFilledShops(sizes, [], async (open) => {
    const rounds = quick ? 2 : 5;
    const seconds = quick ? 0.4 : 1;
    const rows: (string | number)[][] = [];
    const values: Record<string, number> = {};
    for (const page of pages) {
      const p99 = new Map<number, number[]>(open.map(({ size }) => [size, []]));
      const p50 = new Map<number, number[]>(open.map(({ size }) => [size, []]));
      for (let round = 0; round < rounds; round += 1) {
        for (const one of round % 2 === 0 ? open : [...open].reverse()) {
          const bytes = page.request(one);
          const load = { url: one.shop.url, connections: 2, seconds, warmUpSeconds: seconds / 2 };
          const result = await drive({ ...load, request: () => bytes });
          mustAnswer(result, 200);
          p99.get(one.size)?.push(result.p99);
          p50.get(one.size)?.push(result.p50);
        }
      }
      const smallest = median(p99.get(sizes[0] ?? 0) ?? []);
      for (const size of sizes) {
        const times = p99.get(size) ?? [];
        const ratio = median(times) / smallest;
        const own = [readable(median(p50.get(size) ?? [])), readable(median(times)), readable(spread(times))];
        rows.push([page.name, readable(size), ...own, readable(ratio)]);
        values[`${page.key}P99At${size}`] = median(times);
        values[`${page.key}RatioAt${size}`] = ratio;
      }
    }
    keepFigure({
      name: 'order-pages',
      title: 'First pages of the order lists in a growing shop',
      command: 'npm run bench -- order-pages',
      quick,
      values,
      tables: [
        {
          title: `2 connections, ${rounds} rounds of ${seconds} s; each person has ${ordersPerPerson} orders`,
          columns: [
            'page',
            'orders in the shop',
            'p50 ms',
            'p99 ms',
            '± p99',
            'p99 against the smallest shop',
          ],
          rows,
        },
      ],
      notes: [],
    });
  });
};

function get(path: string, token: string): string {
  return httpRequest('GET', path, { Authorization: `Bearer ${token}` });
}

/** Opens one shop per size, one inside the other, so that each is closed whatever happens. */
async function withFilledShops(
  sizes: readonly number[],
  open: OpenShop[],
  work: (open: OpenShop[]) => Promise<void>,
): Promise<void> {
  const [size, ...rest] = sizes;
  if (size === undefined) return work(open);
  const redis = await startFilledRedis(size);
  try {
    await withShop({ filled: redis }, async (shop) => {
      const servers = { url: shop.url, emulatorHost: shop.stack.emulatorHost ?? '' };
      const buyer = await openAccount(servers, buyerEmail, filledPerson(1));
      await withFilledShops(rest, [...open, { size, shop, buyerToken: buyer.token }], work);
    });
  } finally {
    await redis.stop();
  }
}
