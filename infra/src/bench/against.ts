import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { table } from '../measuring/figure.ts';
import { drive, httpRequest } from '../measuring/http-driver.ts';
import { inTurns, pairCells, type Sample } from '../measuring/in-turns.ts';
import { fillShop, measuredEnv, type People, plenty } from '../measuring/measured-shop.ts';
import { payByCard } from '../seed/card-payment.ts';
import { ShopHttp } from '../seed/shop-http.ts';
import { placeOrder } from '../seed/tools-and-orders.ts';
import { simulatorKeys } from '../stack/demo-environment.ts';
import { projectRoot } from '../stack/places.ts';
import type { Bench } from './bench.ts';
import { driveOrders } from './orders.ts';
import type { StartedShop } from './shop-of.ts';

type Shop = StartedShop & People;

/** What is measured, each with so many connections for so many seconds. */
const measures: Record<string, (shop: Shop, connections: number, seconds: number) => Promise<Sample>> = {
  catalogue: ({ url }, connections, seconds) =>
    drive({ url, connections, seconds, warmUpSeconds: 1, request: httpRequest('GET', '/api/tools') }),
  orders: (shop, connections, seconds) => driveOrders(shop, { connections, seconds, warmUpSeconds: 1 }),
  async 'orders placed and paid'(shop, connections, seconds) {
    await placeAndPay(shop, connections, 1);
    return { perSecond: await placeAndPay(shop, connections, seconds) };
  },
};

/** Has so many people order and pay again and again for `seconds`, and gives how often a second. Throws when a payment is refused. */
async function placeAndPay({ url, pick }: Shop, people: number, seconds: number): Promise<number> {
  const http = new ShopHttp(url, 30_000);
  const { STRIPE_PUBLISHABLE_KEY: publishableKey } = simulatorKeys;
  const start = performance.now();
  let [n, done] = [0, 0];
  const person = async () => {
    while (performance.now() < start + seconds * 1_000) {
      const { buyer, toolId } = pick(n++);
      const orderId = await placeOrder(http, { buyer, toolId });
      const { end, statuses } = await payByCard(http, buyer, { orderId, publishableKey });
      if (end !== 'claimed') throw new Error(`A payment ended ${end}: ${statuses.join(', ')}`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: people }, person));
  return done / ((performance.now() - start) / 1_000);
}

/** The shop against the shop of another commit: both run at the same time with all their background work, and are driven in turns. */
export const against: Bench = async ({ quick, args: [commit = ''] }) => {
  const [rounds, seconds] = quick ? [1, 1] : [6, 4];
  await using undo = new AsyncDisposableStack();
  const theirs = await openShop(undo, checkOut(commit));
  const ours = await openShop(undo, projectRoot);
  const rows = [];
  for (const [what, measure] of Object.entries(measures))
    for (const connections of [16, 64]) {
      const sides = [
        () => measure(theirs, connections, seconds),
        () => measure(ours, connections, seconds),
      ] as const;
      const pair = await inTurns(rounds, sides, [ours.pid, theirs.pid]);
      rows.push({ what: `${what}, ${connections} connections`, ...pairCells(pair, ['ours (1/s)', commit]) });
    }
  return {
    title: `The shop against the commit ${commit}`,
    tables: [table(`${rounds} rounds of ${seconds} s, in turns`, rows)],
  };
};

/** Clones, installs and builds a commit below `.data/bench`, once for each commit. Throws when git does not know it. */
function checkOut(commit: string): string {
  const sha = execFileSync('git', ['rev-parse', '--verify', `${commit}^{commit}`], { cwd: projectRoot })
    .toString()
    .trim();
  const root = join(projectRoot, '.data/bench', `against-${sha.slice(0, 12)}`);
  const done = join(root, 'node_modules', '.built');
  if (existsSync(done)) return root;
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const run = (command: string, ...words: string[]) =>
    execFileSync(command, words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  run('git', 'clone', '--quiet', '--no-checkout', projectRoot, '.');
  run('git', 'checkout', '--quiet', '--detach', sha);
  run('npm', 'ci', '--no-audit', '--no-fund');
  run('npm', 'run', 'build');
  writeFileSync(done, '');
  return root;
}

/** Starts the shop of a folder as a process of its own, and makes people and tools in it. Throws when it does not start. */
async function openShop(undo: AsyncDisposableStack, root: string): Promise<Shop> {
  const words = [join(import.meta.dirname, 'shop-of.ts'), root, JSON.stringify(measuredEnv)];
  const node = join(root, 'node_modules/.bin/node');
  const child = spawn(node, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  undo.defer(() => void child.stdin.end());
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(`The shop of ${root} did not start`))),
  ]);
  const started: StartedShop = JSON.parse(line);
  return { ...started, ...(await fillShop(started, 50, plenty(8))) };
}
