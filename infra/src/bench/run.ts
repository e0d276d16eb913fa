import { parseArgs } from 'node:util';
import { keepFigure } from '../measuring/figure.ts';
import { startFilledRedis } from '../measuring/filled-redis.ts';
import { buildPwa } from '../stack/build-pwa.ts';
import { against } from './against.ts';
import { append } from './append.ts';
import { archive } from './archive.ts';
import type { Bench } from './bench.ts';
import { lighthouse } from './browser/lighthouse.ts';
import { offlineStart } from './browser/offline-start.ts';
import { pages } from './browser/pages.ts';
import { catalogue } from './catalogue.ts';
import { customers } from './customers.ts';
import { load } from './load.ts';
import { memory } from './memory.ts';
import { operators } from './operators.ts';
import { orderPages } from './order-pages.ts';
import { orders, replicas } from './orders.ts';
import { rebuildKills } from './rebuild-kills.ts';

const fill: Bench = async ({ quick, args }) => {
  await using _ = await startFilledRedis(Number(args[0] ?? (quick ? 5_000 : 1_000_000)));
  return undefined;
};

const benches: Record<string, [what: string, bench: Bench]> = {
  catalogue: ['GET /api/tools against bare Hono', catalogue],
  orders: ['POST /api/orders against bare Hono', orders],
  replicas: ['orders while no, one and two replicas are waited for', replicas],
  append: ['the append script against XADD', append],
  load: ['minutes of mixed traffic at half of the maximum, a rebuild in the middle', load],
  memory: ['memory of the server process after a start, after uploads and load', memory],
  fill: ['makes the store of N orders that large benchmarks start from; no figure', fill],
  'order-pages': ['order lists at 1,000, 100,000 and 1,000,000 orders', orderPages],
  customers: ['searches among 100,000 customers', customers],
  operators: ['rebuild, verify, export, import and restart at N orders', operators],
  archive: ['a shop of N orders whose old events have left Redis for the archive', archive],
  'rebuild-kills': ['rebuilds killed at each step while writers saturate the log', rebuildKills],
  pages: ['main pages on a slow phone', pages],
  lighthouse: ['Lighthouse, mobile', lighthouse],
  'offline-start': ['repeat visits while the server answers, hangs or is gone', offlineStart],
  against: ['catalogue, orders and paid orders against the shop of another commit, in turns', against],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
const { quick, help } = values;
const [asked = '', ...args] = positionals;
const chosen = Object.entries(benches).filter(([name]) => name === asked || asked === 'all');
if (help || chosen.length === 0) {
  console.log('npm run bench -- <name> [--quick]      (all: one after the other)\n');
  for (const [name, [what]] of Object.entries(benches)) console.log(`  ${name.padEnd(14)} ${what}`);
  process.exit(help ? 0 : 1);
}
// A server starts only with the pages that it serves.
await buildPwa(console.log);
let failed = false;
for (const [name, [, bench]] of chosen) {
  console.log(`${name} …`);
  try {
    const found = await bench({ quick, args });
    if (found === undefined) continue;
    const { values: judged = {}, notes = [], trial = false, wrong, ...figure } = found;
    const command = ['npm run bench --', name, ...args].join(' ');
    keepFigure({ ...figure, name, command, notes, values: judged, quick: quick || trial });
    if (wrong !== undefined) throw new Error(wrong);
  } catch (error) {
    // A benchmark that fails must not keep the others from running.
    console.error(`${name} failed:`, error);
    failed = true;
  }
}
process.exit(failed ? 1 : 0);
