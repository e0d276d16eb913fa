import { parseArgs } from 'node:util';
import { keepFigure } from '../measuring/figure.ts';
import { buildPwa } from '../stack/build-pwa.ts';
import { archiveFaults } from './archive/archive-faults.ts';
import { archiveSeconds } from './archive/lab-archive.ts';
import { clusterFaults } from './cluster/cluster-faults.ts';
import { crowds } from './crowds.ts';
import type { Fault } from './fault.ts';
import { injectAll } from './lab.ts';
import type { LabShop } from './lab-shop.ts';
import { oneShopFaults } from './one-shop-faults.ts';
import { resultTables, resultValues } from './results.ts';

const help = `npm run faults -- [--seed N] [--rounds K] [--only TEXT] [--quick]

Hurts a whole shop while people buy in it, and compares what they were told with what is left.
  --seed N      repeat the decisions of an earlier run (default: a new seed, printed)
  --rounds K    rounds of each fault (default: 20 of each kill -9, 5 of each other)
  --only TEXT   only faults whose name contains TEXT
  --cluster     a shop of many machines instead: nodes, Sentinels and servers are lost, cut off and replaced
  --archive     the archive and its storage of objects instead: killed, away, slow, lying, damaged, and needed
  --quick       one round of three faults, for a trial; with --cluster or --archive, of one
Ends with code 1 when anything was lost, doubled or does not add up.`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string' },
    archive: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const { quick, only } = values;
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
if (!Number.isSafeInteger(seed)) throw new Error('--seed takes a whole number');
if (values.rounds !== undefined && !/^[1-9]\d*$/.test(values.rounds))
  throw new Error('--rounds takes a whole number from 1');
const option = values.archive ? '--archive ' : values.cluster ? '--cluster ' : '';
const command = `npm run faults -- ${option}--seed ${seed}`;
console.log(`seed ${seed} (repeat with: ${command})`);
// The simulator of the storage ends with this process, but only with one that ends in order.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** Injects the faults that were asked for, of which a trial run takes the first `quickly`. */
async function inject<Shop extends LabShop>(faults: readonly Fault<Shop>[], quickly = 1) {
  const chosen = faults.filter(({ name }) => only === undefined || name.includes(only));
  if (chosen.length === 0) throw new Error(`No fault is named "${only}"`);
  return injectAll(quick ? chosen.slice(0, quickly) : chosen, seed, (fault) =>
    quick ? 1 : Number(values.rounds ?? fault.rounds),
  );
}

const sellingNotes = [
  'Orders acknowledged are counted from the buyers’ own record; "unknown" answers may stand for an order or not.',
  'Longest pause: the longest time without an acknowledged order, beginning with the fault itself (the kill, the cut, the stop), not with its healing.',
  'Letters: of each payment, parcel, correction and refund one must have arrived; missing ones count as lost, ones under two names as doubled.',
];
const stages = {
  one: {
    name: 'faults',
    title: 'Faults in the middle of load',
    inject: () => inject([...oneShopFaults, crowds], 3),
    notes: sellingNotes,
  },
  cluster: {
    name: 'faults-sentinels',
    title: 'Machines lost in the middle of load, Sentinels promote',
    inject: () => inject(clusterFaults),
    notes: [
      ...sellingNotes,
      'Three Sentinels that wait 1.5 s; both replicas are waited for (REPLICAS=2), so the shop sells again only when the lost node is back as a replica, which Sentinels take some ten seconds for.',
      'A primary, two replicas and two servers behind Caddy, all on one machine, their files in memory; each node is reached through a link that can be cut.',
      'Open pages: My Orders of a buyer and Manage All Orders of the admin in one Chromium, loaded before the first round and never again; counted from the moment when nobody buys any more.',
    ],
  },
  archive: {
    name: 'faults-archive',
    title: 'The archive and its storage harmed in the middle of load',
    inject: () => inject(archiveFaults),
    notes: [
      ...sellingNotes.slice(0, 2),
      `The storage is the S3 simulator over HTTP, signatures and all; the archive is written every ${archiveSeconds} s (ARCHIVE_SECONDS, 10 by default), so that 40 s without the storage are forty rounds and more than two leases.`,
      'After each round the archive has to reach the end of the log by itself, nothing may be missing in its middle, each segment is read back, and a restore into an empty Redis must be the log, event for event; what is wrong there counts as "other", as does each order that failed at first though no process that sells was harmed.',
      'When Redis is lost with its disk, everything in the archive must be there once; the events after it are named, and the orders among them are not counted as lost: none of them was said to be archived.',
      'Files of Redis, bucket and servers lie in memory.',
    ],
  },
};
const stage = stages[values.archive ? 'archive' : values.cluster ? 'cluster' : 'one'];
// A server starts only with the pages that it serves.
await buildPwa(console.log);
const results = await stage.inject();
const measured = resultValues(results);
keepFigure({
  name: stage.name,
  title: stage.title,
  command,
  quick: quick || only !== undefined,
  values: measured,
  tables: resultTables(results),
  notes: stage.notes,
});
process.exit(measured.lost + measured.doubled + measured.otherwise === 0 ? 0 : 1);
