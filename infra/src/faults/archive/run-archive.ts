import { keepFigure, readable } from '../../measuring/figure.ts';
import { median } from '../../measuring/statistics.ts';
import { checkHistory, countFindings, type Finding } from '../check-history.ts';
import { type RoundResult, runRound } from '../fault-round.ts';
import type { Aftermath, HistoryEntry } from '../history.ts';
import { type SeededRandom, seededRandom } from '../seeded-random.ts';
import { tellRound } from '../tell-results.ts';
import { type ArchiveEnvironment, archiveSeconds, openArchiveEnvironment } from './archive-environment.ts';
import type { ArchiveFault } from './archive-fault.ts';
import { archiverFaults } from './archiver-faults.ts';
import { damageFaults } from './damage-faults.ts';
import { judgeArchive, type Witness } from './judge-archive.ts';
import { lossFaults } from './loss-faults.ts';
import { storageFaults } from './storage-faults.ts';

/** Faults of one group share a shop; those that need one of their own come last. */
const groupOf = ({ fresh, archivers }: ArchiveFault): number => (fresh === undefined ? archivers : 9);

/** Every fault of the archive, in the order of a whole run. */
const archiveFaults: readonly ArchiveFault[] = [
  ...archiverFaults,
  ...storageFaults,
  ...damageFaults,
  ...lossFaults,
].toSorted((a, b) => groupOf(a) - groupOf(b));

/** What a run of the archive's stage is asked for. */
interface ArchiveRun {
  seed: number;
  only: string | undefined;
  quick: boolean;
  roundsOf(fault: { rounds: number }): number;
}

interface Loss {
  ageMs: number;
  from: number;
  to: number;
}

/** What one round left behind. */
interface ArchiveRoundResult extends RoundResult {
  losses: readonly Loss[];
}

interface FaultResult {
  fault: ArchiveFault;
  rounds: ArchiveRoundResult[];
}

const startEvents = 1_500;

/** What goes from one round to the next on the same shop. */
interface RoundsBefore {
  history: HistoryEntry[];
  witness: Witness;
  excuses: ((left: Aftermath) => Aftermath)[];
}

/** Runs one round of a fault on a shop: buyers, harm, and the judgement of orders and archive. */
export async function runArchiveRound(
  environment: ArchiveEnvironment,
  fault: ArchiveFault,
  { name, random, before }: { name: string; random: SeededRandom; before: RoundsBefore },
): Promise<ArchiveRoundResult> {
  const { history, witness, excuses } = before;
  const losses: Loss[] = [];
  const known = history.length;
  const result = await runRound(environment, {
    ...{ name, random, history },
    inject: (injection) =>
      fault.inject(environment, {
        ...injection,
        witness,
        excuse: (change) => excuses.push(change),
        lost: (loss) => losses.push(loss),
      }),
    async look() {
      const failed = fault.sellsOn ? history.slice(known).filter(isRepeated) : [];
      const stalled = failed.map(
        ({ key }): Finding => ({ kind: 'stalled', what: `order ${key} failed at first` }),
      );
      return [...stalled, ...(await judgeArchive(environment, witness))];
    },
    // What was paid by a lost event is rightly named there.
    comparesPayments: () => excuses.length === 0,
    judge: (left) => checkHistory(excuses.reduce((changed, change) => change(changed), left)),
  });
  return { ...result, losses };
}

const isRepeated = (entry: HistoryEntry): entry is Extract<HistoryEntry, { op: 'place' }> =>
  entry.op === 'place' && entry.attempts > 1;

/** Starts with nothing known. */
export const nothingBefore = (): RoundsBefore => ({ history: [], witness: new Map(), excuses: [] });

/** Harms the archive and its storage while people buy, prints what is left, and keeps a figure. Gives how much was wrong. */
export async function runArchive(run: ArchiveRun): Promise<number> {
  // The simulator of the storage ends with this process, but only with one that ends in order.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const chosen = archiveFaults.filter(({ name }) => run.only === undefined || name.includes(run.only));
  const results = await injectAll(run.quick ? chosen.slice(0, 1) : chosen, run);
  const rounds = results.flatMap((result) => result.rounds);
  const findings = rounds.flatMap((round) => round.findings);
  const losses = rounds.flatMap((round) => round.losses);
  const selling = results.filter(({ fault }) => fault.sellsOn).flatMap((result) => result.rounds);
  keepFigure({
    name: 'faults-archive',
    title: 'The archive and its storage harmed in the middle of load',
    command: `npm run faults -- --archive --seed ${run.seed}`,
    quick: run.quick || run.only !== undefined,
    values: {
      rounds: rounds.length,
      acknowledged: sum(rounds.map((round) => round.acknowledged)),
      ...countFindings(findings),
      worstPauseMs: Math.max(...selling.map(({ pauseMs }) => pauseMs)),
      losses: losses.length,
      worstLossMs: Math.max(...losses.map(({ ageMs }) => ageMs)),
    },
    tables: [
      { title: 'Each fault, and what it left behind', columns, rows: results.map(rowOf) },
      {
        title: 'What was not in the archive when Redis was lost with its disk',
        columns: ['events', 'age of the oldest'],
        rows: losses.map(({ from, to, ageMs }) => [
          to < from ? 'none' : `${from} to ${to}`,
          `${readable(ageMs)} ms`,
        ]),
      },
    ],
    notes,
  });
  return findings.length;
}

const columns = [
  'fault',
  'rounds',
  'acknowledged',
  'unknown',
  'lost',
  'doubled',
  'other',
  'longest pause (median)',
  'longest pause (worst)',
];

const notes = [
  `The storage is the S3 simulator over HTTP, signatures and all; the archive is written every ${archiveSeconds} s (ARCHIVE_SECONDS, 10 by default), so that 40 s without the storage are forty rounds and more than two leases.`,
  'After each round the archive has to reach the end of the log by itself, nothing may be missing in its middle, each segment is read back, and a restore into an empty Redis must be the log, event for event; what is wrong there counts as "other", as does each order that failed at first though no process that sells was harmed.',
  'Longest pause: the longest time without an acknowledged order from the fault on.',
  'When Redis is lost with its disk, everything in the archive must be there once; the events after it are named, and the orders among them are not counted as lost: none of them was said to be archived.',
  'Files of Redis, bucket and servers lie in memory.',
];

function rowOf({ fault, rounds }: FaultResult): (string | number)[] {
  const { lost, doubled, otherwise } = countFindings(rounds.flatMap((round) => round.findings));
  const pauses = rounds.map(({ pauseMs }) => pauseMs);
  return [
    fault.name,
    rounds.length,
    sum(rounds.map((round) => round.acknowledged)),
    sum(rounds.map((round) => round.unknown)),
    ...[lost, doubled, otherwise],
    `${readable(median(pauses))} ms`,
    `${readable(Math.max(...pauses))} ms`,
  ];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** Injects the faults one after the other, on one shop for all that need the same servers and no log of their own. */
async function injectAll(faults: readonly ArchiveFault[], run: ArchiveRun): Promise<FaultResult[]> {
  const results: FaultResult[] = [];
  let open: { environment: ArchiveEnvironment; before: RoundsBefore; archivers: number } | null = null;
  const close = async () => {
    await open?.environment.close();
    open = null;
  };
  const shopFor = async ({ archivers, fresh }: ArchiveFault) => {
    if (open !== null && fresh === undefined && open.archivers === archivers) return open;
    await close();
    const events = fresh ?? startEvents;
    open = {
      ...{ before: nothingBefore(), archivers },
      environment: await openArchiveEnvironment({ buyers: 6, archivers, events }),
    };
    return open;
  };
  try {
    for (const fault of faults) {
      const random = seededRandom(run.seed).fork(fault.name);
      const rounds: ArchiveRoundResult[] = [];
      const count = run.roundsOf(fault);
      while (rounds.length < count) {
        const { environment, before } = await shopFor(fault);
        const name = `${faults.indexOf(fault)}-${rounds.length + 1}`;
        const result = await runArchiveRound(environment, fault, { name, random, before });
        rounds.push(result);
        tellRound(fault.name, rounds.length, result);
        // What is wrong stays wrong: later rounds on this shop would only repeat it.
        if (result.findings.length > 0 || fault.fresh !== undefined) await close();
        if (result.findings.length > 0) break;
      }
      results.push({ fault, rounds });
    }
  } finally {
    await close();
  }
  return results;
}
