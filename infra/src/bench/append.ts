import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createClient } from 'redis';
import { keepFigure, pairRow, readable } from '../measuring/figure.ts';
import { type MeasuredShop, withShop } from '../measuring/measured-shop.ts';
import { pairedRounds } from '../measuring/paired-rounds.ts';
import { ShopHttp } from '../measuring/shop-http.ts';
import { median } from '../measuring/statistics.ts';
import type { Bench } from './bench.ts';
import { type MonitoredCommand, monitorRedis } from './redis-monitor.ts';

const execute = promisify(execFile);
/** redis-benchmark puts twelve random digits in place of this word. */
const random = '__rand_int__';

/**
 * The append script alone, driven by redis-benchmark, against a plain XADD of the same fields. Both commands are taken
 * from what the BFF really sends for one order, so the bench cannot drift away from the product.
 */
export const append: Bench = ({ quick }) =>
  withShop({ buyers: 1, tools: 1 }, async (shop) => {
    const port = Number(new URL(shop.redisUrl).port);
    const { script, xadd } = await captureAppend(shop, port);
    const rounds = quick ? 1 : 4;
    const rows: (string | number)[][] = [];
    const values: Record<string, number> = {};
    let run = 0;
    // redis-benchmark draws from time and process number, and so now and then draws the same orders once more.
    const otherOrders = () => {
      run += 1;
      return script.map((word) => word.replaceAll(random, `${run}-${random}`));
    };
    // Only Redis and redis-benchmark shall work now.
    shop.stack.child('bff').kill('SIGSTOP');
    try {
      for (const [connections, requests] of quick ? ([[50, 5000]] as const) : sizes) {
        const p99s: number[] = [];
        const pair = await pairedRounds({
          rounds,
          async ours() {
            const before = await headSeq(shop.redisUrl);
            const { perSecond, p99 } = await redisBenchmark(port, connections, requests, otherOrders());
            // A refusal is an answer too, and a fast one: all of them must have been appended.
            const appended = (await headSeq(shop.redisUrl)) - before;
            if (appended < requests * 0.99) throw new Error(`Only ${appended} of ${requests} were appended`);
            p99s.push(p99);
            return perSecond;
          },
          yardstick: async () => (await redisBenchmark(port, connections, requests, xadd)).perSecond,
        });
        rows.push([...pairRow(connections, pair), readable(median(p99s))]);
        values[`ratio${connections}`] = pair.ratio;
        values[`perSecond${connections}`] = pair.ours;
        values[`p99_${connections}`] = median(p99s);
      }
    } finally {
      shop.stack.child('bff').kill('SIGCONT');
    }
    keepFigure({
      name: 'append',
      title: 'The append script alone, Redis always flushed',
      command: 'npm run bench -- append',
      quick,
      values,
      tables: [
        {
          title: `redis-benchmark, ${rounds} rounds`,
          columns: ['connections', 'append script (1/s)', 'plain XADD', 'ratio', '± ratio', 'p99 ms'],
          rows,
        },
      ],
      notes: [
        'The XADD has the same fields and bytes; it has no checks, no indexes, no document and no hash chain.',
      ],
    });
  });

const sizes = [
  [1, 10_000],
  [50, 100_000],
  [200, 100_000],
] as const;

/** Places one order and gives the script call and the XADD that Redis saw, with the order's id made random. */
async function captureAppend(
  shop: MeasuredShop,
  port: number,
): Promise<{ script: string[]; xadd: string[] }> {
  const [buyer] = shop.buyers;
  if (buyer === undefined) throw new Error('The shop has no buyer');
  let orderId = '';
  const order = async () => {
    const body = {
      toolId: shop.toolIds[0],
      email: buyer.email,
      name: 'Rahima Khatun',
      address: '12 Lake Road, Dhanmondi',
      city: 'Dhaka',
      zip: '1207',
      quantity: 1,
    };
    const answer = await new ShopHttp(shop.url).must('POST', '/api/orders', { token: buyer.token, body });
    orderId = (answer.body as { insertedId: string }).insertedId;
  };
  // Once before, so that the script is cached and is called by its hash.
  await order();
  const commands = await monitorRedis(port, order);
  const xadd = commands.find(({ inScript, args }) => inScript && args[0]?.toUpperCase() === 'XADD');
  const call = commands
    .slice(0, commands.indexOf(xadd as MonitoredCommand))
    .findLast(({ inScript }) => !inScript);
  if (xadd === undefined || call === undefined) throw new Error('No append was seen');
  const anyOrder = (args: string[]) => args.map((arg) => arg.replaceAll(orderId, random));
  const [name = 'XADD', , , ...fields] = anyOrder(xadd.args);
  return { script: anyOrder(call.args), xadd: [name, '{o}:yardstick', '*', ...fields] };
}

async function redisBenchmark(
  port: number,
  connections: number,
  requests: number,
  command: string[],
): Promise<{ perSecond: number; p99: number }> {
  const settings = ['-p', port, '-c', connections, '-n', requests, '-r', 2_147_483_647, '--csv'].map(String);
  const { stdout } = await execute('redis-benchmark', [...settings, ...command], { maxBuffer: 2 ** 26 });
  // The last line: "test",rps,avg,min,p50,p95,p99,max
  const cells = stdout.trim().split('\n').at(-1)?.split('","') ?? [];
  const [perSecond, p99] = [Number(cells.at(-7)), Number(cells.at(-2))];
  if (!Number.isFinite(perSecond) || !Number.isFinite(p99))
    throw new Error(`redis-benchmark said: ${stdout}`);
  return { perSecond, p99 };
}

async function headSeq(url: string): Promise<number> {
  const client = createClient({ url });
  await client.connect();
  const seq = Number(await client.hGet('{o}:meta', 'seq'));
  client.destroy();
  return seq;
}
