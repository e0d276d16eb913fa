import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { until } from '../cluster/until.ts';
import { type OperatorRun, runOperator } from '../measuring/operator-run.ts';
import { projectRoot } from '../stack/places.ts';
import type { ProductionShop } from './production-shop.ts';
import type { Walk } from './walk.ts';

/** Runs `npm run orders -- <args>` in the shell of the shop's operator; what it printed has names in the place of addresses and folders. */
async function orders(shop: ProductionShop, ...args: string[]): Promise<OperatorRun> {
  const { redisUrl, environment } = shop;
  const run = await runOperator(redisUrl, environment.DATA_DIR ?? '', args, environment);
  return { ...run, output: named(shop, run.output) };
}

/** Runs a command that must succeed, and gives the last line that it printed. Throws with its last lines otherwise. */
export async function mustRun(shop: ProductionShop, ...args: string[]): Promise<string> {
  const { code, output } = await orders(shop, ...args);
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${lines.slice(-6).join(' ')}`);
  return lines.at(-1)?.trim() ?? '';
}

/** Names addresses and folders, which are others each time. */
function named({ dir, nodes }: ProductionShop, text: string): string {
  let result = text.replaceAll(`${dir}/`, '');
  for (const { name, link } of nodes) result = result.replaceAll(link.address, name);
  return result;
}

/** Walks an operator through the commands of a working day. */
export async function walkOperator(
  walk: Walk,
  shop: ProductionShop,
  sell: () => Promise<string>,
): Promise<void> {
  walk.begin('An operator');
  let orderId = '';
  await walk.step('orders -- tail', 'an order shows as it is placed; Ctrl-C ends it', async () => {
    const tail = spawn(process.execPath, [join(projectRoot, 'bff', 'src', 'operator.ts'), 'tail'], {
      env: { ...shop.environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gone = once(tail, 'exit');
    let printed = '';
    tail.stdout.on('data', (bytes: Buffer) => {
      printed += bytes.toString();
    });
    try {
      await until('tail prints the past', () => printed.includes('order.created'));
      orderId = await sell();
      await until('tail prints the new order', () => printed.includes(orderId), 10_000);
    } finally {
      tail.kill('SIGINT');
    }
    const [code] = await gone;
    if (code !== 0) throw new Error(`it ended with ${code}`);
    return 'the new order within a moment, and a clean end';
  });
  await walk.step('orders -- show', 'the history of that order', async () => {
    const { code, output } = await orders(shop, 'show', orderId);
    if (code !== 0 || !output.includes('order.created')) throw new Error(output.slice(-300));
    return `${output.split('\n').filter((line) => /order\./.test(line)).length} event(s)`;
  });
  await walk.step('orders -- verify', 'log and read models agree', () => mustRun(shop, 'verify'));
  await walk.step('orders -- rebuild', 'read models made anew while the shop is open', () =>
    mustRun(shop, 'rebuild', '--why', 'release'),
  );
  await walk.step('orders -- export', 'an archive of the whole shop in a folder', () =>
    mustRun(shop, 'export', join(shop.dir, 'exported')),
  );
  await walk.step('orders -- verify --against', 'the log is that of the export', () =>
    mustRun(shop, 'verify', '--against', join(shop.dir, 'exported')),
  );
  await walk.step('orders -- keys --export', 'the keys of people in a file of their own', () =>
    mustRun(shop, 'keys', '--export', join(shop.dir, 'keys.json.gz')),
  );
  await walk.step('orders -- payments', 'log and payment provider agree', () => mustRun(shop, 'payments'));
}
