import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { until } from '../cluster/until.ts';
import { settledLetters } from '../faults/check-letters.ts';
import { clusterFaults } from '../faults/cluster/cluster-faults.ts';
import { type LabCluster, watchPages } from '../faults/cluster/lab-cluster.ts';
import { openLabShop } from '../faults/lab-shop.ts';
import { runRound } from '../faults/round.ts';
import { seededRandom } from '../faults/seeded-random.ts';
import { keptName, readable, reportFolder } from '../measuring/figure.ts';
import { runOperator } from '../measuring/operator-run.ts';
import { seedShop } from '../seed/seed-shop.ts';
import { buildPwa } from '../stack/build-pwa.ts';
import { reportFault } from '../stack/fault.ts';
import { openWhole } from '../stack/open-whole.ts';
import { walkJourneys } from './journeys.ts';
import { openProductionShop, type ProductionShop } from './production-shop.ts';
import { resultsPage, startWalk, type Walk } from './walk.ts';

const help = `npm run rehearse

Builds the production topology on this machine (Caddy with TLS, two servers with NODE_ENV=production, a primary with two replicas, three Sentinels, mail to an inbox),
walks journeys of the end-to-end tests through it in a real browser while others order and servers restart, kills servers and the primary, runs the operator's commands, and prints what was seen.
Writes infra/report/rehearsal.own.md (with KEEP_FIGURES=on rehearsal.md, which git keeps), and pictures of a journey that failed into test-results/rehearsal/. Ends with code 1 when a step failed.`;

/** Two orders a second: enough to see a pause, and within every limit of sixty accounts. */
const buyers = { count: 60, thinksMs: 30_000 };

/** Longest time (ms) without an order that is accepted, on a machine that runs everything at once. */
const longestPauseMs = { server: 10_000, primary: 120_000 };

const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } });
if (values.help) {
  console.log(help);
  process.exit(0);
}

try {
  await buildPwa(console.log);
  console.log('Starting the production topology …');
  const shop = await openProductionShop();
  // A stop of npm is heard twice: by the signal and by the end of the channel.
  let isStopped = false;
  const stop = () => {
    if (isStopped) return;
    isStopped = true;
    void shop.close().then(() => process.exit(130));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(signal, stop);
  const walk = startWalk(console.log);
  await walkAll(walk, shop).finally(() => shop.close());
  const page = resultsPage(walk.steps, Date.now());
  writeFileSync(join(reportFolder, keptName('rehearsal', 'md')), page);
  console.log(`\n${page}`);
  process.exit(walk.steps.every(({ passed }) => passed) ? 0 : 1);
} catch (error) {
  process.exit(reportFault(error));
}

/** Everything, in the order of a first week. Stops when there is no shop to walk through. */
async function walkAll(walk: Walk, shop: ProductionShop): Promise<void> {
  if (!(await opens(walk, shop))) return;
  await using lab = await openWhole((undo) => openLab(undo, shop));
  await walkSales(walk, shop, lab);
  await walkOperator(walk, shop);
  await walkDeveloper(walk, shop);
  walk.begin('What is left');
  const expected = 'of all that happened one letter each, with links to the shop’s own address';
  await walk.step('the inbox', expected, async () => {
    const { expected, repeated, findings } = await settledLetters(lab);
    if (findings.length > 0) throw new Error(findings.map(({ what }) => what).join('; '));
    const letters = await read<{ text: string }[]>(`${lab.inboxUrl}/letters`);
    if (letters.some(({ text }) => !text.includes(shop.url)))
      throw new Error('links of a letter lead elsewhere');
    return `${expected} letters, of which ${repeated} came twice under one name`;
  });
}

async function read<T>(url: string): Promise<T> {
  return (await (await fetch(url)).json()) as T;
}

/** Opens the shop as GOING-LIVE says. Answers whether it is open. */
async function opens(walk: Walk, shop: ProductionShop): Promise<boolean> {
  walk.begin('Opening');
  const { servers, services, url } = shop;
  const asEmpty = 'it refuses: an empty Redis may be a lost disk';
  await walk.step('a server starts on an empty Redis', asEmpty, async () => {
    const refusal = await servers[0]?.start().then(
      () => 'it started',
      (error: Error) => error.message,
    );
    const advice = refusal?.split('\n').find((line) => line.includes('orders -- create'));
    if (advice === undefined) throw new Error(refusal);
    return advice.trim();
  });
  await walk.step('orders -- create', 'the store of a new shop', () =>
    mustRun(shop, ['create', '--why', 'opening']),
  );
  const open = await walk.step('both servers start behind the proxy', 'ready, over https', async () => {
    await Promise.all(servers.map((server) => server.start()));
    await until('the proxy has found them', async () => (await fetch(`${url}/api/readyz`)).ok);
    const { demoAccounts } = await read<{ demoAccounts: unknown[] }>(`${url}/api/config`);
    if (demoAccounts.length > 0) throw new Error('It shows accounts of the demo');
    return 'both answer at one https address, and no account of the demo is shown';
  });
  if (!open) return false;
  const seeded = 'tools, whose pictures both servers serve';
  return walk.step('the catalogue is put in through the API', seeded, async () => {
    await seedShop(url, services.emulator.address);
    const tools = await read<{ image: string }[]>(`${url}/api/tools`);
    const sizeAt = async (address: string) => {
      const answer = await fetch(address);
      return answer.ok ? (await answer.bytes()).length : 0;
    };
    for (const { image } of tools) {
      const sizes = await Promise.all(servers.map((server) => sizeAt(server.url + image)));
      if (sizes.includes(0) || new Set(sizes).size !== 1)
        throw new Error(`of ${image} they serve ${sizes.join(' and ')} bytes`);
    }
    return `${tools.length} tools on sale, each with the same picture from both servers`;
  });
}

/** People who order meanwhile, and two who keep pages open. */
async function openLab(undo: AsyncDisposableStack, shop: ProductionShop): Promise<LabCluster> {
  const { url, redisUrl, nodes, sentinels, servers, environment, services } = shop;
  const at = { url, redisUrl, dataDir: environment.DATA_DIR ?? '' };
  const lab = {
    ...(await openLabShop(at, services, buyers.count)),
    ...{ nodes, sentinels, servers, variables: environment, thinksMs: buyers.thinksMs },
  };
  return {
    ...lab,
    look: await watchPages(lab, undo, [`--ignore-certificate-errors-spki-list=${shop.trustedKey}`]),
  };
}

/** Sells while journeys are walked and servers restart, and while parts are killed. */
async function walkSales(walk: Walk, shop: ProductionShop, lab: LabCluster): Promise<void> {
  const random = seededRandom(Date.now());
  const sells = (what: string, limitMs: number, inject: (typeof clusterFaults)[number]['inject']) =>
    walk.step(what, 'nothing lost or doubled; log, lists, stock, payments and open pages agree', async () => {
      const result = await runRound(lab, { inject }, { name: what, random });
      const { findings, acknowledged, pauseMs } = result;
      if (findings.length > 0) throw new Error(findings.map((one) => `${one.kind}: ${one.what}`).join('\n'));
      if (pauseMs > limitMs) throw new Error(`no order for ${readable(pauseMs)} ms`);
      return `${acknowledged} orders acknowledged, 0 lost, 0 doubled; longest time without one ${readable(pauseMs)} ms`;
    });
  walk.begin('Journeys in a browser, while others order and servers restart');
  await sells('journeys are walked, servers restart in turns (SIGTERM)', longestPauseMs.server, async () => {
    let isWalking = true;
    const walked = walkJourneys(shop).finally(() => {
      isWalking = false;
    });
    // It is awaited below; until then a failure must not end this process.
    walked.catch(() => undefined);
    while (isWalking) {
      for (const server of shop.servers) {
        await Promise.race([pause(15_000), walked]);
        if (!isWalking) break;
        await server.signal('SIGTERM');
        await server.start();
      }
    }
    for (const step of await walked) walk.note(step);
  });
  walk.begin('Losses, while others order');
  const losses = [
    ['kill -9 of each server', longestPauseMs.server],
    ['kill -9 of the primary', longestPauseMs.primary],
  ] as const;
  for (const [beginning, limitMs] of losses) {
    const fault = clusterFaults.find(({ name }) => name.startsWith(beginning));
    if (fault === undefined) throw new Error(`No fault is called ${beginning}`);
    await sells(fault.name, limitMs, (cluster, injection) => fault.inject(cluster, injection));
  }
}

/** Runs `npm run orders -- <args>` in the shell of the shop's operator. Gives the last line that it printed; throws the last lines when it fails. */
async function mustRun({ redisUrl, environment, dir }: ProductionShop, args: string[]): Promise<string> {
  const { code, output } = await runOperator(redisUrl, environment.DATA_DIR ?? '', args, environment);
  // The folder is another one each time.
  const lines = output
    .replaceAll(`${dir}/`, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${lines.slice(-6).join(' ')}`);
  return lines.at(-1)?.trim() ?? '';
}

async function walkOperator(walk: Walk, shop: ProductionShop): Promise<void> {
  walk.begin('An operator');
  const exported = join(shop.dir, 'exported');
  const commands: [string, string[]][] = [
    ['read models made anew while the shop is open', ['rebuild', '--why', 'release']],
    ['log and read models agree', ['verify']],
    ['an archive of the whole shop in a folder', ['export', exported]],
    ['the log is that of the export', ['verify', '--against', exported]],
    ['the keys of people in a file of their own', ['keys', '--export', join(shop.dir, 'keys.json.gz')]],
    ['log and payment provider agree', ['payments']],
  ];
  for (const [expected, args] of commands)
    await walk.step(`orders -- ${args[0]}`, expected, () => mustRun(shop, args));
}

/** Asks what a developer asks of a running shop. */
async function walkDeveloper(walk: Walk, { url, environment }: ProductionShop): Promise<void> {
  walk.begin('A developer');
  await walk.step('reads /api/openapi.json', 'a description of every call', async () => {
    const { paths } = await read<{ paths: object }>(`${url}/api/openapi.json`);
    if (!('/orders' in paths || '/api/orders' in paths)) throw new Error('it does not know /orders');
    return `${Object.keys(paths).length} paths`;
  });
  await walk.step('reads /metrics', 'measurements with the token, nothing without', async () => {
    const ask = (Authorization = '') => fetch(`${url}/metrics`, { headers: { Authorization } });
    const [without, wrong, right] = await Promise.all([
      ...[ask(), ask('Bearer x')],
      ask(`Bearer ${environment.METRICS_TOKEN}`),
    ] as const);
    const text = await right.text();
    if (without.ok || wrong.ok) throw new Error('anybody may read them');
    if (!text.includes('karigar_request_seconds')) throw new Error(`with the token: ${right.status}`);
    return `${without.status} without the token, ${text.split('\n').length} lines with it`;
  });
  await walk.step('looks at the headers of the page', 'HSTS and a Content-Security-Policy', async () => {
    const { headers } = await fetch(`${url}/`);
    for (const name of ['strict-transport-security', 'content-security-policy'])
      if (!headers.has(name)) throw new Error(`${name} is missing`);
    return headers.get('strict-transport-security') ?? '';
  });
}
