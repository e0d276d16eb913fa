import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilCounted } from '../cluster/redis-nodes.ts';
import { percent, table } from '../measuring/figure.ts';
import { drive, httpRequest } from '../measuring/http-driver.ts';
import { inTurns, pairCells } from '../measuring/in-turns.ts';
import { type MeasuredShop, type People, startShop } from '../measuring/measured-shop.ts';
import { orderBody } from '../seed/tools-and-orders.ts';
import { startRedis } from '../stack/redis.ts';
import type { Bench } from './bench.ts';
import { startYardstick } from './yardstick.ts';

/** How hard orders are placed. */
interface OrderLoad {
  connections: number;
  seconds: number;
  warmUpSeconds: number;
  /** Where orders go, if not to the shop. */
  url?: string;
  path?: string;
}

let sequence = 0;

/** Has all buyers of a shop order in turn, each time with a new idempotency key. Throws unless each order was placed. */
export const driveOrders = (
  shop: Pick<People, 'pick'> & { url: string },
  { url = shop.url, path = '/api/orders', ...load }: OrderLoad,
) =>
  drive({
    ...{ ...load, url, status: 201 },
    request() {
      sequence += 1;
      const { buyer, toolId } = shop.pick(sequence);
      const key = `bench-${process.pid}-${sequence}`;
      const headers = { Authorization: `Bearer ${buyer.token}`, 'Idempotency-Key': key };
      return httpRequest('POST', path, headers, JSON.stringify(orderBody(buyer, toolId)));
    },
  });

/**
 * POST /api/orders (token, validation, append with `appendfsync always`, projection) at several numbers of connections,
 * against bare Hono that parses the same body with the same zod schema and answers.
 */
export const orders: Bench = async ({ quick }) => {
  await using shop = await startShop({ buyers: quick ? 10 : 50, tools: 8 });
  using bare = await startYardstick('[]');
  const [rounds, seconds, warmUpSeconds] = quick ? [1, 0.5, 0.3] : [4, 3, 1];
  const rows = [];
  const values: Record<string, number> = {};
  for (const connections of [1, 16, 50, 200]) {
    const load = { connections, seconds, warmUpSeconds };
    const sides = [
      () => driveOrders(shop, { ...load, url: bare.url, path: '/orders' }),
      () => driveOrders(shop, load),
    ] as const;
    const pair = await inTurns(rounds, sides, [shop.server, bare.pid]);
    const [, { ratio, p50, p99, p99Spread }] = pair;
    const times = { 'p50 ms': p50, 'p99 ms': p99, '± p99': percent(p99Spread) };
    rows.push({ connections, ...pairCells(pair), ...times });
    values[`ratio${connections}`] = ratio;
    values[`p99_${connections}`] = p99;
  }
  return {
    title: 'Placing orders: POST /api/orders, one BFF process, Redis always flushed',
    values,
    tables: [table(`${rounds} rounds of ${seconds} s, a new order with each request`, rows)],
  };
};

/** POST /api/orders in three shops in turns: answers wait for no replica, for one, for two. */
export const replicas: Bench = async ({ quick }) => {
  await using undo = new AsyncDisposableStack();
  const shops: MeasuredShop[] = [];
  for (const count of [0, 1, 2]) {
    const redis = { url: await startNodes(undo, count) };
    const env = { REPLICAS: String(count) };
    shops.push(undo.use(await startShop({ buyers: quick ? 10 : 50, tools: 8, redis, env })));
  }
  const [rounds, seconds, warmUpSeconds] = quick ? [1, 0.5, 0.3] : [5, 3, 1];
  const rows = [];
  const values: Record<string, number> = {};
  for (const connections of [1, 50, 200]) {
    const load = { connections, seconds, warmUpSeconds };
    const sides = shops.map((shop) => () => driveOrders(shop, load));
    const found = await inTurns(
      rounds,
      sides,
      shops.map(({ server }) => server),
    );
    for (const [count, { perSecond, ratio, ratioSpread, p50, p99 }] of found.entries()) {
      const against = { 'of none': ratio, '± of none': percent(ratioSpread) };
      rows.push({
        connections,
        replicas: count,
        'orders/s': perSecond,
        ...against,
        'p50 ms': p50,
        'p99 ms': p99,
      });
      values[`ratio${connections}_${count}`] = ratio;
    }
  }
  return {
    title:
      'Placing orders while replicas are waited for: POST /api/orders, one BFF process, every Redis always flushed',
    values,
    tables: [table(`${rounds} rounds of ${seconds} s, the three shops in turns`, rows)],
    notes: ['Server, primary, replicas and client share the cores and the disk of one machine.'],
  };
};

/**
 * Starts a Redis with so many replicas, which have everything, and gives its address. Without links between them: these would pass
 * through the process that measures.
 */
async function startNodes(undo: AsyncDisposableStack, replicas: number): Promise<string> {
  const { path } = undo.use(mkdtempDisposableSync(join(tmpdir(), 'karigar-nodes-')));
  const start = async (name: string, args: readonly string[]) => {
    const logFile = join(path, `${name}.log`);
    const { child, url } = await startRedis({ dir: join(path, name), logFile, args });
    undo.defer(() => child.stop(2_000));
    return new URL(url);
  };
  const { host, hostname, port, href } = await start('primary', []);
  for (let n = 1; n <= replicas; n += 1) await start(`replica${n}`, ['--replicaof', hostname, port]);
  await untilCounted(host, replicas);
  return href;
}
