import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { payByCard } from '../measuring/card-payment.ts';
import { keepFigure, pairRow } from '../measuring/figure.ts';
import { drive, httpRequest, mustAnswer } from '../measuring/http-driver.ts';
import { fillShop, type MeasuredShop, measuredEnv, onSeparateCores } from '../measuring/measured-shop.ts';
import { orderBody } from '../measuring/order-body.ts';
import { pairedRounds } from '../measuring/paired-rounds.ts';
import { ShopHttp } from '../measuring/shop-http.ts';
import { simulatorKeys } from '../stack/demo-environment.ts';
import type { Bench } from './bench.ts';
import { orderRequests } from './orders.ts';
import type { StartedShop } from './shop-of.ts';

const here = fileURLToPath(new URL('../../../', import.meta.url));
const numbersOfConnections = [16, 64];
const warmUpSeconds = 1;

type Shop = StartedShop & Pick<MeasuredShop, 'buyers' | 'toolIds'> & { stop: () => void };

/** The shop against the shop of another commit: both run at the same time with all their background work, and are driven in turns. */
export const against: Bench = async ({ quick, args: [commit = ''] }) => {
  const theirRoot = checkOut(commit);
  const [rounds, seconds] = quick ? [1, 1] : [6, 4];
  const shops: Shop[] = [];
  try {
    for (const root of [here, theirRoot]) shops.push(await openShop(root));
    const [ours, theirs] = shops as [Shop, Shop];
    const rows: (string | number)[][] = [];
    const values: Record<string, number> = {};
    for (const [what, measure] of Object.entries(measures))
      for (const connections of numbersOfConnections) {
        const pair = await onSeparateCores([ours.pid, theirs.pid], () =>
          pairedRounds({
            rounds,
            ours: () => measure(ours, connections, seconds),
            yardstick: () => measure(theirs, connections, seconds),
          }),
        );
        rows.push(pairRow(`${what}, ${connections} connections`, pair));
        values[`${what} ${connections}`] = pair.ratio;
      }
    keepFigure({
      name: 'against',
      title: `The shop against the commit ${commit}`,
      command: `npm run bench -- against ${commit}`,
      quick,
      values,
      tables: [
        {
          title: `${rounds} rounds of ${seconds} s, in turns`,
          columns: ['what', 'ours (1/s)', commit, 'ratio', '± ratio'],
          rows,
        },
      ],
      notes: [],
    });
  } finally {
    for (const shop of shops) shop.stop();
  }
};

/** Each gives answers, orders, or paid orders per second. */
const measures = {
  async catalogue({ url }: Shop, connections: number, seconds: number) {
    const request = httpRequest('GET', '/api/tools', {});
    const result = await drive({ url, connections, seconds, warmUpSeconds, request: () => request });
    mustAnswer(result, 200);
    return result.perSecond;
  },
  async orders(shop: Shop, connections: number, seconds: number) {
    const request = orderRequests(shop, '/api/orders');
    const result = await drive({ url: shop.url, connections, seconds, warmUpSeconds, request });
    mustAnswer(result, 201);
    return result.perSecond;
  },
  async 'orders placed and paid'(shop: Shop, connections: number, seconds: number) {
    const begin = performance.now() + warmUpSeconds * 1_000;
    const end = begin + seconds * 1_000;
    let paid = 0;
    const worker = async (index: number) => {
      const http = new ShopHttp(shop.url, 30_000);
      while (performance.now() < end) {
        await placeAndPay(shop, http, index);
        const now = performance.now();
        if (now >= begin && now < end) paid += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, (_, index) => worker(index)));
    return paid / seconds;
  },
} satisfies Record<string, (shop: Shop, connections: number, seconds: number) => Promise<number>>;

async function placeAndPay({ buyers, toolIds }: Shop, http: ShopHttp, index: number): Promise<void> {
  const buyer = buyers[index % buyers.length];
  if (buyer === undefined) throw new Error('The shop has no buyers');
  const body = { ...orderBody(buyer, toolIds[index % toolIds.length]), name: 'Rahima Khatun' };
  const placed = await http.must('POST', '/api/orders', { token: buyer.token, body });
  const orderId = (placed.body as { insertedId: string }).insertedId;
  const { STRIPE_PUBLISHABLE_KEY: publishableKey } = simulatorKeys;
  const { end, statuses } = await payByCard(http, buyer, { orderId, publishableKey });
  if (end !== 'claimed') throw new Error(`A payment ended ${end}: ${statuses.join(', ')}`);
}

/** Clones, installs and builds a commit below `.data/bench`, once for each commit. Throws when git does not know it. */
function checkOut(commit: string): string {
  const sha = execFileSync('git', ['rev-parse', '--verify', `${commit}^{commit}`], { cwd: here })
    .toString()
    .trim();
  const root = join(here, '.data/bench', `against-${sha.slice(0, 12)}`);
  const done = join(root, 'node_modules', '.built');
  if (existsSync(done)) return root;
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const run = (command: string, ...words: string[]) =>
    execFileSync(command, words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  run('git', 'clone', '--quiet', '--no-checkout', here, '.');
  run('git', 'checkout', '--quiet', '--detach', sha);
  run('npm', 'ci', '--no-audit', '--no-fund');
  run('npm', 'run', 'build');
  writeFileSync(done, '');
  return root;
}

async function openShop(root: string): Promise<Shop> {
  const node = join(root, 'node_modules/.bin/node');
  const starter = fileURLToPath(new URL('shop-of.ts', import.meta.url));
  const child = spawn(node, [starter, root, JSON.stringify(measuredEnv)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(`The shop of ${root} did not start`))),
  ]);
  const started: StartedShop = JSON.parse(line);
  const stop = () => void child.stdin.end();
  return { ...started, ...(await fillShop(started, { buyers: 50, tools: 8 })), stop };
}
