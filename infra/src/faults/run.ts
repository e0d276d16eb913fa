import { parseArgs } from 'node:util';
import { keepFigure, readable } from '../measuring/figure.ts';
import { median } from '../measuring/statistics.ts';
import { runArchive } from './archive/run-archive.ts';
import { countFindings } from './check-history.ts';
import { type LettersResult, settledLetters } from './check-letters.ts';
import { runCluster } from './cluster/run-cluster.ts';
import { runCrowds } from './crowds.ts';
import { openFaultEnvironment } from './fault-environment.ts';
import { type Fault, faults } from './fault-injections.ts';
import { type RoundResult, runRound } from './fault-round.ts';
import type { HistoryEntry } from './history.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { tellLetters, tellRound } from './tell-results.ts';

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
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
if (!Number.isSafeInteger(seed)) throw new Error('--seed takes a whole number');
const stage = values.archive ? '--archive ' : values.cluster ? '--cluster ' : '';
console.log(`seed ${seed} (repeat with: npm run faults -- ${stage}--seed ${seed})`);

const chosen = faults.filter((fault) => values.only === undefined || fault.name.includes(values.only));
if (values.rounds !== undefined && !/^[1-9]\d*$/.test(values.rounds))
  throw new Error('--rounds takes a whole number from 1');
const roundsOf = (fault: { rounds: number }) => (values.quick ? 1 : Number(values.rounds ?? fault.rounds));
if (values.archive)
  process.exit((await runArchive({ ...values, seed, only: values.only, roundsOf })) === 0 ? 0 : 1);
if (values.cluster)
  process.exit((await runCluster({ ...values, seed, only: values.only, roundsOf })) === 0 ? 0 : 1);

const rows: (string | number)[][] = [];
const totals = {
  rounds: 0,
  acknowledged: 0,
  lost: 0,
  doubled: 0,
  otherwise: 0,
  skipped: 0,
  letters: 0,
  lettersTwice: 0,
};

for (const fault of values.quick ? chosen.slice(0, 3) : chosen)
  await injectAll(fault, seededRandom(seed).fork(fault.name));
const crowds = values.only === undefined ? await runCrowds(seededRandom(seed), values.quick ? 1 : 3) : null;

keepFigure({
  name: 'faults',
  title: 'Faults in the middle of load',
  command: `npm run faults -- --seed ${seed}`,
  quick: values.quick || values.only !== undefined,
  values: { ...totals, crowdWrong: crowds?.wrong ?? Number.NaN },
  tables: [
    {
      title: 'Each fault, and what it left behind',
      columns: [
        'fault',
        'rounds',
        'acknowledged',
        'unknown',
        'lost',
        'doubled',
        'other',
        'sells again after (median)',
        'letters',
        'came twice, known',
      ],
      rows,
    },
    ...(crowds === null ? [] : [crowds.table]),
  ],
  notes: [
    'Orders acknowledged are counted from the buyers’ own record; "unknown" answers may stand for an order or not.',
    'Letters: of each payment, parcel, correction and refund one must have arrived; missing ones count as lost, ones under two names as doubled.',
  ],
});
process.exit(totals.lost + totals.doubled + totals.otherwise + (crowds?.wrong ?? 0) === 0 ? 0 : 1);

async function injectAll(fault: Fault, random: SeededRandom): Promise<void> {
  const setup = fault.setUp?.() ?? { remove: () => undefined };
  if (typeof setup === 'string') {
    console.log(`${fault.name}: not possible here, ${setup}`);
    rows.push([fault.name, `skipped: ${setup}`, '', '', '', '', '', '', '', '']);
    totals.skipped += 1;
    return;
  }
  try {
    const environment = await openFaultEnvironment({ random, buyers: 12, ...setup });
    try {
      const history: HistoryEntry[] = [];
      const results: RoundResult[] = [];
      for (let round = 1; round <= roundsOf(fault); round += 1) {
        const result = await runRound(environment, {
          name: `r${round}`,
          random,
          history,
          inject: (injection) => fault.inject(environment, injection.random, setup),
        });
        results.push(result);
        tellRound(fault.name, round, result);
        // What is wrong stays wrong: later rounds on this environment would only repeat it.
        if (result.findings.length > 0) break;
      }
      const letters = await settledLetters(environment);
      tellLetters(fault.name, letters);
      sum(fault, results, letters);
    } finally {
      await environment.close();
    }
  } finally {
    setup.remove();
  }
}

function sum(fault: Fault, results: RoundResult[], letters: LettersResult): void {
  const findings = [...results.flatMap((result) => result.findings), ...letters.findings];
  const { lost, doubled, otherwise } = countFindings(findings);
  const add = (pick: (result: RoundResult) => number) =>
    results.reduce((total, result) => total + pick(result), 0);
  const acknowledged = add((result) => result.acknowledged);
  totals.rounds += results.length;
  totals.acknowledged += acknowledged;
  totals.lost += lost;
  totals.doubled += doubled;
  totals.otherwise += otherwise;
  totals.letters += letters.expected;
  totals.lettersTwice += letters.repeated;
  const recovery = `${readable(median(results.map((result) => result.recoveryMs)))} ms`;
  const unknown = add((result) => result.unknown);
  const told = [letters.expected, letters.repeated];
  rows.push([fault.name, results.length, acknowledged, unknown, lost, doubled, otherwise, recovery, ...told]);
}
