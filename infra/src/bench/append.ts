import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { redisKeys } from '@karigar/events';
import { table } from '../measuring/figure.ts';
import { withClient } from '../measuring/filled-redis.ts';
import { inTurns, pairCells, type Sample } from '../measuring/in-turns.ts';
import { type MeasuredShop, startShop } from '../measuring/measured-shop.ts';
import { ShopHttp } from '../seed/shop-http.ts';
import { placeOrder } from '../seed/tools-and-orders.ts';
import type { Bench } from './bench.ts';

const execute = promisify(execFile);
/** redis-benchmark puts twelve random digits in place of this word. */
const random = '__rand_int__';
const sizes = [
  [1, 10_000],
  [50, 100_000],
  [200, 100_000],
] as const;

/**
 * The append script alone, driven by redis-benchmark, against a plain XADD of the same fields. Both commands are taken
 * from what the BFF really sends for one order, so the bench cannot drift away from the product.
 */
export const append: Bench = async ({ quick }) => {
  await using shop = await startShop({ buyers: 1, tools: 1 });
  const { script, xadd } = await captureAppend(shop);
  const { port } = new URL(shop.redisUrl);
  const headSeq = () =>
    withClient(shop.redisUrl, async (client) => Number(await client.hGet(redisKeys.meta, 'seq')));
  const rounds = quick ? 1 : 4;
  const rows = [];
  const values: Record<string, number> = {};
  let run = 0;
  // Only Redis and redis-benchmark shall work now.
  const server = shop.stack.child('bff');
  server.kill('SIGSTOP');
  using _ = { [Symbol.dispose]: () => server.kill('SIGCONT') };
  for (const [connections, requests] of quick ? ([[50, 5_000]] as const) : sizes) {
    const benchmark = (command: readonly string[]) => redisBenchmark(port, connections, requests, command);
    const appendAll = async () => {
      const before = await headSeq();
      // redis-benchmark draws from time and process number, and so now and then draws the same orders once more.
      run += 1;
      const sample = await benchmark(script.map((word) => word.replaceAll(random, `${run}-${random}`)));
      // A refusal is an answer too, and a fast one: all of them must have been appended.
      const appended = (await headSeq()) - before;
      if (appended < requests * 0.99) throw new Error(`Only ${appended} of ${requests} were appended`);
      return sample;
    };
    const pair = await inTurns(rounds, [() => benchmark(xadd), appendAll]);
    const [, { ratio, p99 }] = pair;
    rows.push({ connections, ...pairCells(pair, ['append script (1/s)', 'plain XADD']), 'p99 ms': p99 });
    values[`ratio${connections}`] = ratio;
  }
  return {
    title: 'The append script alone, Redis always flushed',
    values,
    tables: [table(`redis-benchmark, ${rounds} rounds`, rows)],
    notes: [
      'The XADD has the same fields and bytes; it has no checks, no indexes, no document and no hash chain.',
    ],
  };
};

/** Places one order and gives the script call and the XADD that Redis saw, with the order's id made random. */
async function captureAppend(shop: MeasuredShop): Promise<{ script: string[]; xadd: string[] }> {
  const order = () => placeOrder(new ShopHttp(shop.url), shop.pick(0));
  // Once before, so that the script is cached and is called by its hash.
  await order();
  const lines: string[] = [];
  const orderId = await withClient(shop.redisUrl, async (client) => {
    await client.monitor((line) => lines.push(String(line)));
    const orderId = await order();
    while (!lines.some(isXadd)) await pause(10);
    return orderId;
  });
  const at = lines.findIndex(isXadd);
  const [script, [name = 'XADD', , , ...fields]] = [
    lines.slice(0, at).findLast((line) => !isOfScript.test(line)) ?? '',
    lines[at] ?? '',
  ].map((line) => wordsOf(line.replaceAll(orderId, random))) as [string[], string[]];
  return { script, xadd: [name, '{o}:yardstick', '*', ...fields] };
}

const isOfScript = / lua\] /;
const isXadd = (line: string): boolean => isOfScript.test(line) && /"XADD"/i.test(line);

/** The words of a command as MONITOR shows it, which the shop sends in ASCII: quotes and backslashes stand behind a backslash. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) => word.replace(/\\(.)/g, '$1'));

async function redisBenchmark(
  port: string,
  connections: number,
  requests: number,
  command: readonly string[],
): Promise<Sample> {
  const settings = ['-p', port, '-c', connections, '-n', requests, '-r', 2_147_483_647, '--csv'].map(String);
  const { stdout } = await execute('redis-benchmark', [...settings, ...command], { maxBuffer: 2 ** 26 });
  // The last line: "test",rps,avg,min,p50,p95,p99,max
  const cells = stdout.trim().split('\n').at(-1)?.split('","') ?? [];
  const [perSecond = Number.NaN, p99 = Number.NaN] = [Number(cells.at(-7)), Number(cells.at(-2))];
  if (!Number.isFinite(perSecond + p99)) throw new Error(`redis-benchmark said: ${stdout}`);
  return { perSecond, p99 };
}
