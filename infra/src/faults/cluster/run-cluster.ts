import { keepFigure, readable } from '../../measuring/figure.ts';
import { median } from '../../measuring/statistics.ts';
import { countFindings, type Finding } from '../check-history.ts';
import { settledLetters } from '../check-letters.ts';
import { type RoundResult, runRound } from '../fault-round.ts';
import type { HistoryEntry } from '../history.ts';
import { type SeededRandom, seededRandom } from '../seeded-random.ts';
import { tellLetters, tellRound } from '../tell-results.ts';
import { openClusterEnvironment } from './cluster-environment.ts';
import type { ClusterFault } from './cluster-fault.ts';
import { openPages } from './open-pages.ts';
import { sentinelFaults } from './sentinel-faults.ts';
import { serverFaults } from './server-faults.ts';

const faults: readonly ClusterFault[] = [...sentinelFaults, ...serverFaults];

/** Every open page shows what the shop says within so long (ms). */
const followMs = 5_000;

/** What a run of the cluster stage is asked for. */
export interface ClusterRun {
  seed: number;
  only: string | undefined;
  quick: boolean;
  roundsOf(fault: { rounds: number }): number;
}

interface FaultResult {
  fault: ClusterFault;
  rounds: RoundResult[];
  /** How long each open page took in each round. */
  pagesMs: number[];
  letters: number;
  findings: Finding[];
}

/** Harms a shop of many machines, prints what is left, and keeps a figure. Gives how much was wrong. */
export async function runCluster(run: ClusterRun): Promise<number> {
  const chosen = faults.filter((fault) => run.only === undefined || fault.name.includes(run.only));
  if (chosen.length === 0) throw new Error(`No fault is named "${run.only}"`);
  const results: FaultResult[] = [];
  for (const fault of run.quick ? chosen.slice(0, 1) : chosen)
    results.push(await injectAll(fault, seededRandom(run.seed).fork(fault.name), run.roundsOf(fault)));
  const findings = results.flatMap((result) => result.findings);
  const lostWithData = results.find(({ fault }) => fault.name.startsWith('kill -9 of the primary'));
  const seconds = lostWithData?.rounds.map(({ pauseMs }) => pauseMs / 1000) ?? [];
  keepFigure({
    name: 'faults-sentinels',
    title: 'Machines lost in the middle of load, Sentinels promote',
    command: `npm run faults -- --cluster --seed ${run.seed}`,
    quick: run.quick || run.only !== undefined,
    values: {
      rounds: sum(results.map(({ rounds }) => rounds.length)),
      acknowledged: sum(results.flatMap(({ rounds }) => rounds.map((one) => one.acknowledged))),
      ...countFindings(findings),
      letters: sum(results.map(({ letters }) => letters)),
      slowestPageMs: Math.max(...results.flatMap(({ pagesMs }) => pagesMs)),
      // Of the primary that is lost with its data: what the report promises.
      sellsAgainSeconds: median(seconds),
      sellsAgainWorstSeconds: Math.max(...seconds),
    },
    tables: [{ title: 'Each fault, and what it left behind', columns, rows: results.map(rowOf) }],
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
  'sells again, from the fault on (median)',
  'sells again (worst)',
  'open pages right (median)',
  'open pages right (worst)',
  'letters',
];

const notes = [
  'Three Sentinels that wait 1.5 s; both replicas are waited for (REPLICAS=2), so the shop sells again only when the lost node is back as a replica, which Sentinels take some ten seconds for.',
  'A primary, two replicas and two servers behind Caddy, all on one machine, their files in memory; each node is reached through a link that can be cut.',
  '"Sells again" is the longest time without an acknowledged order, beginning with the fault itself (the kill, the cut, the stop), not with its healing.',
  'Open pages: My Orders of a buyer and Manage All Orders of the admin in one Chromium, loaded before the first round and never again; counted from the moment when nobody buys any more.',
];

function rowOf({ fault, rounds, pagesMs, letters, findings }: FaultResult): (string | number)[] {
  const { lost, doubled, otherwise } = countFindings(findings);
  const pauses = rounds.map((round) => round.pauseMs);
  return [
    fault.name,
    rounds.length,
    sum(rounds.map((round) => round.acknowledged)),
    sum(rounds.map((round) => round.unknown)),
    lost,
    doubled,
    otherwise,
    `${readable(median(pauses))} ms`,
    `${readable(Math.max(...pauses))} ms`,
    `${readable(median(pagesMs))} ms`,
    `${readable(Math.max(...pagesMs))} ms`,
    letters,
  ];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

async function injectAll(fault: ClusterFault, random: SeededRandom, count: number): Promise<FaultResult> {
  const environment = await openClusterEnvironment(8);
  try {
    const pages = await openPages(environment);
    try {
      const history: HistoryEntry[] = [];
      const pagesMs: number[] = [];
      const rounds: RoundResult[] = [];
      const look = async () => {
        const agreed = await pages.agree();
        pagesMs.push(...agreed.map(({ ms }) => ms));
        return agreed.flatMap(({ page, ms, difference }): Finding[] => {
          if (ms <= followMs && difference === '') return [];
          const still = difference === '' ? '' : `, and still: ${difference}`;
          return [{ kind: 'screen', what: `${page} was right after ${readable(ms)} ms${still}` }];
        });
      };
      for (let round = 1; round <= count; round += 1) {
        const inject: Parameters<typeof runRound>[1]['inject'] = (injection) =>
          fault.inject(environment, injection);
        const result = await runRound(environment, { name: `r${round}`, random, history, inject, look });
        rounds.push(result);
        tellRound(fault.name, round, result);
        // What is wrong stays wrong: later rounds on this environment would only repeat it.
        if (result.findings.length > 0) break;
      }
      const letters = await settledLetters(environment);
      tellLetters(fault.name, letters);
      const findings = [...rounds.flatMap((round) => round.findings), ...letters.findings];
      return { fault, rounds, pagesMs, letters: letters.expected, findings };
    } finally {
      await pages.close();
    }
  } finally {
    await environment.close();
  }
}
