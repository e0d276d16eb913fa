import { parseArgs } from 'node:util';
import type { Bench } from './bench.ts';

const benches: Record<string, { what: string; load: () => Promise<Bench> }> = {
  catalogue: {
    what: 'GET /api/tools against bare Hono',
    load: async () => (await import('./catalogue.ts')).catalogue,
  },
  orders: {
    what: 'POST /api/orders against bare Hono',
    load: async () => (await import('./orders.ts')).orders,
  },
  append: { what: 'the append script against XADD', load: async () => (await import('./append.ts')).append },
  settle: { what: 'place, pay and ship', load: async () => (await import('./settle.ts')).settle },
  races: {
    what: 'pay, webhooks, delete, ship and refund at once, for 200 orders',
    load: async () => (await import('./races.ts')).races,
  },
  fill: {
    what: 'makes the store of N orders that large benchmarks start from',
    load: async () => (await import('./fill.ts')).fill,
  },
  'order-pages': {
    what: 'order lists at 1,000, 100,000 and 1,000,000 orders',
    load: async () => (await import('./order-pages.ts')).orderPages,
  },
  customers: {
    what: 'searches among 100,000 customers, and making their index in an open shop',
    load: async () => (await import('./customers.ts')).customersBench,
  },
  verify: { what: 'verify against a plain read', load: async () => (await import('./verify.ts')).verify },
  operators: {
    what: 'rebuild, verify, export, import and restart at N orders',
    load: async () => (await import('./operators.ts')).operators,
  },
  archive: {
    what: 'a shop of N orders whose old events have left Redis for the archive',
    load: async () => (await import('./archive.ts')).archive,
  },
  'rebuild-kills': {
    what: 'rebuilds killed at each step while writers saturate the log',
    load: async () => (await import('./rebuild-kills.ts')).rebuildKills,
  },
  replicas: {
    what: 'orders while no, one and two replicas are waited for',
    load: async () => (await import('./replicas.ts')).replicas,
  },
  pages: { what: 'main pages on a slow phone', load: async () => (await import('./pages.ts')).pages },
  lighthouse: { what: 'Lighthouse, mobile', load: async () => (await import('./lighthouse.ts')).lighthouse },
  'offline-start': {
    what: 'repeat visits while the server answers, hangs or is gone',
    load: async () => (await import('./offline-start.ts')).offlineStart,
  },
  memory: {
    what: 'memory of the server process after a start, after uploads and load',
    load: async () => (await import('./memory.ts')).memory,
  },
  fan: {
    what: 'a tool is back that thousands wait for: what holds Redis for longer than 10 ms',
    load: async () => (await import('./fan.ts')).fan,
  },
  against: {
    what: 'catalogue, orders and paid orders against the shop of another commit, in turns',
    load: async () => (await import('./against.ts')).against,
  },
  live: { what: 'live updates to 200 screens', load: async () => (await import('./live.ts')).live },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
const [name = '', ...args] = positionals;
const chosen =
  name === 'all' ? Object.entries(benches) : Object.entries(benches).filter(([key]) => key === name);

if (values.help || chosen.length === 0) {
  console.log('npm run bench -- <name> [--quick]      (all: one after the other)\n');
  for (const [key, { what }] of Object.entries(benches)) console.log(`  ${key.padEnd(14)} ${what}`);
  process.exit(values.help ? 0 : 1);
}
let failed = false;
for (const [key, { load }] of chosen) {
  console.log(`${key} …`);
  try {
    const bench = await load();
    await bench({ quick: values.quick, args });
  } catch (error) {
    // A benchmark that fails must not keep the others from running.
    console.error(`${key} failed:`, error);
    failed = true;
  }
}
process.exit(failed ? 1 : 0);
