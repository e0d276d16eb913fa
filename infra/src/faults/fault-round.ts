import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { operatorCompare } from '../measuring/operator-run.ts';
import { startBuyers } from './buyers.ts';
import { checkHistory, type Finding } from './check-history.ts';
import type { FaultEnvironment } from './fault-environment.ts';
import type { Fault, FaultSetup } from './fault-injections.ts';
import type { HistoryEntry } from './history.ts';
import { readAftermath } from './read-aftermath.ts';
import type { SeededRandom } from './seeded-random.ts';

/** What one round of one fault showed. */
export interface RoundResult {
  /** Orders that buyers were told are placed, in this round. */
  acknowledged: number;
  /** Requests of this round whose outcome stayed unknown. */
  unknown: number;
  /** From the end of the fault until ten more orders were acknowledged. */
  recoveryMs: number;
  /** Everything that is wrong in the whole history of the environment. */
  findings: Finding[];
}

const patienceMs = 60_000;
/** Payments whose messages were held or lost are found by the reconciler, which runs at intervals. */
const settlingMs = 150_000;

/**
 * Starts buyers, injects the fault in the middle of their requests, waits until the shop sells again by itself, and compares
 * what they were told with what is left. `history` holds the rounds before on the same environment and is extended.
 */
export async function runRound(
  environment: FaultEnvironment,
  fault: Pick<Fault, 'inject'>,
  run: {
    name: string;
    random: SeededRandom;
    setup: FaultSetup;
    history: HistoryEntry[];
    publishableKey: string;
  },
): Promise<RoundResult> {
  const random = run.random.fork(run.name);
  await environment.admin.renew();
  const buyers = startBuyers({
    url: environment.url,
    accounts: environment.buyers,
    admin: environment.admin,
    simulator: environment.simulator,
    toolIds: environment.toolIds,
    publishableKey: run.publishableKey,
    random,
    run: run.name,
  });
  let recoveryMs = Number.NaN;
  const findings: Finding[] = [];
  try {
    const begun = await reaches(() => buyers.acknowledged(), 20);
    if (!begun) findings.push({ kind: 'stalled', what: 'the shop sold nothing before the fault' });
    await pause(random.whole(0, 300));
    await fault.inject(environment, random, run.setup);
    const healed = performance.now();
    const before = buyers.acknowledged();
    if (await reaches(() => buyers.acknowledged(), before + 10)) recoveryMs = performance.now() - healed;
    else
      findings.push({ kind: 'stalled', what: `the shop did not sell again within ${patienceMs / 1000} s` });
  } finally {
    await buyers.stop();
  }
  run.history.push(...buyers.entries);
  findings.push(...(await settledFindings(environment, run.history)));
  return {
    acknowledged: buyers.acknowledged(),
    unknown: buyers.entries.filter((entry) => entry.outcome === 'unknown').length,
    recoveryMs,
    findings,
  };
}

async function reaches(count: () => number, goal: number): Promise<boolean> {
  const end = performance.now() + patienceMs;
  while (count() < goal) {
    if (performance.now() > end) return false;
    await pause(10);
  }
  return true;
}

/** Money may be on its way for a while after the fault; everything else must be right at once. */
async function settledFindings(
  environment: FaultEnvironment,
  history: readonly HistoryEntry[],
): Promise<Finding[]> {
  const end = performance.now() + settlingMs;
  for (;;) {
    const findings = checkHistory(await readAftermath(environment, history));
    // The operator's own comparison asks about each payment, so it comes last.
    if (findings.length === 0)
      findings.push(
        ...(await operatorCompare(environment)).map((what): Finding => ({ kind: 'money', what })),
      );
    const onlyMoney = findings.length > 0 && findings.every((finding) => finding.kind === 'money');
    if (!onlyMoney || performance.now() > end) return findings;
    await pause(1000);
  }
}
