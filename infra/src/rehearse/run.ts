import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { until } from '../cluster/until.ts';
import { keptName, reportFolder } from '../measuring/figure.ts';
import { seedShop } from '../seed/seed-shop.ts';
import { shopClient } from '../seed/shop-client.ts';
import { buildPwa } from '../stack/build-pwa.ts';
import { reportFault } from '../stack/fault.ts';
import { projectRoot } from '../stack/places.ts';
import { walkAdmin } from './admin.ts';
import { bought, customer, walkCustomer, walkOutage } from './customer.ts';
import { walkDeveloper } from './developer.ts';
import { walkEnd } from './end.ts';
import { walkLosses } from './losses.ts';
import { mustRun, walkOperator } from './operator.ts';
import { openVisitor, type Visitor } from './people.ts';
import { openProductionShop, type ProductionShop } from './production-shop.ts';
import { resultsPage } from './results-page.ts';
import { startSteadyBuyer } from './steady-buyer.ts';
import { startWalk, type Walk } from './walk.ts';

const help = `npm run rehearse

Builds the production topology on this machine (Caddy with TLS, two servers with NODE_ENV=production, a primary with two replicas, three Sentinels, mail to an inbox),
walks customer, admin, operator and developer through it, kills servers and the primary meanwhile, and prints what was seen.
Writes infra/report/rehearsal.own.md (with KEEP_FIGURES=on rehearsal.md, which git keeps), and what the phones showed into test-results/rehearsal/. Ends with code 1 when a step failed.`;

const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } });
if (values.help) {
  console.log(help);
  process.exit(0);
}

const pictures = join(projectRoot, 'test-results', 'rehearsal');
rmSync(pictures, { recursive: true, force: true });
mkdirSync(pictures, { recursive: true });
try {
  await buildPwa(console.log);
  console.log('Starting the production topology …');
  const shop = await openProductionShop();
  // Whoever stops npm is heard twice: by the signal and by the end of the channel.
  let isStopped = false;
  const stop = () => {
    if (isStopped) return;
    isStopped = true;
    void shop.close().then(() => process.exit(130));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(signal, stop);
  const visitors = new Map<string, Visitor>();
  const walk = startWalk(console.log, async (at) => {
    for (const [name, visitor] of visitors)
      await visitor.picture(`missed-step-${at}-${name}`).catch(() => undefined);
  });
  try {
    await walkAll(walk, shop, visitors);
  } finally {
    for (const visitor of visitors.values()) await visitor.close().catch(() => undefined);
    await shop.close();
  }
  const page = resultsPage(walk.steps, Date.now());
  writeFileSync(join(reportFolder, keptName('rehearsal', 'md')), page);
  console.log(`\n${page}`);
  process.exit(walk.steps.every(({ passed }) => passed) ? 0 : 1);
} catch (error) {
  process.exit(reportFault(error));
}

/** Everything, in the order of a first week. Throws when there is no shop to walk through. */
async function walkAll(walk: Walk, shop: ProductionShop, visitors: Map<string, Visitor>): Promise<void> {
  if (!(await opens(walk, shop))) return;
  const phone = async (name: string) => {
    const visitor = await openVisitor(shop, name, pictures);
    visitors.set(name, visitor);
    return visitor;
  };
  const buyer = await phone('customer');
  await walkCustomer(walk, shop, buyer);
  await walkOutage(walk, shop, buyer);
  const admin = await phone('admin');
  await walkAdmin(walk, shop, admin, buyer);
  const client = shopClient(shop.url);
  const order = async (toolName: string) => {
    const person = await client.signUpOrIn(customer);
    const tools = await client.call<Tool[]>('GET', '/tools');
    const tool = tools.find(({ name }) => name === toolName);
    if (tool === undefined) throw new Error(`There is no ${toolName}`);
    const body = {
      toolId: tool._id,
      email: person.email,
      name: person.name,
      address: 'House 12, Road 7',
      city: 'Dhaka',
      zip: '1209',
      quantity: tool.minOrderQuantity,
    };
    const placed = await client.call<{ insertedId: string }>('POST', '/orders', {
      token: person.token,
      body,
    });
    return placed.insertedId;
  };
  await walkOperator(walk, shop, () => order(bought));
  await walkDeveloper(walk, shop);
  const tools = await client.call<Tool[]>('GET', '/tools');
  const [plenty] = tools.toSorted((a, b) => b.availableQuantity - a.availableQuantity);
  if (plenty === undefined) return;
  const steady = await startSteadyBuyer(shop, { toolId: plenty._id, quantity: plenty.minOrderQuantity });
  await walkLosses(walk, shop, steady);
  await walkEnd(walk, shop, { steady, customer: buyer, order: () => order(bought) });
}

interface Tool {
  _id: string;
  name: string;
  minOrderQuantity: number;
  availableQuantity: number;
}

/** Opens the shop as GOING-LIVE says. Answers whether it is open. */
async function opens(walk: Walk, shop: ProductionShop): Promise<boolean> {
  walk.begin('Opening');
  const [first] = shop.servers;
  await walk.step(
    'a server starts on an empty Redis',
    'it refuses: an empty Redis may be a lost disk',
    async () => {
      const refusal = await first?.start().then(
        () => 'it started',
        (error: Error) => error.message,
      );
      if (!/orders -- create/.test(refusal ?? '')) throw new Error(refusal);
      return (refusal ?? '').split('\n').at(-1)?.trim() ?? '';
    },
  );
  await walk.step('orders -- create', 'the store of a new shop', () =>
    mustRun(shop, 'create', '--why', 'opening'),
  );
  const open = await walk.step('both servers start behind the proxy', 'ready, over https', async () => {
    await Promise.all(shop.servers.map((server) => server.start()));
    await until('the proxy has found them', async () => (await fetch(`${shop.url}/api/readyz`)).ok);
    const config = (await (await fetch(`${shop.url}/api/config`)).json()) as { demoAccounts: unknown[] };
    if (config.demoAccounts.length > 0) throw new Error('It shows accounts of the demo');
    if (!existsSync(shop.browserTrusts)) throw new Error(`There is no ${shop.browserTrusts}`);
    return 'both answer at one https address, and no account of the demo is shown';
  });
  if (!open) return false;
  return walk.step('the catalogue is put in through the API', 'tools, reviews, first orders', async () => {
    await seedShop(shop.url, shop.emulator.host, () => undefined);
    const tools = (await (await fetch(`${shop.url}/api/tools`)).json()) as unknown[];
    return `${tools.length} tools on sale`;
  });
}
