import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../cluster/until.ts';
import { operatorCompare } from '../measuring/operator-run.ts';
import { simulatorKeys } from '../stack/demo-environment.ts';
import { startBuyers } from './buyers.ts';
import { checkHistory, type Finding } from './check-history.ts';
import type { Aftermath, HistoryEntry } from './history.ts';
import { longestPause } from './longest-pause.ts';
import { readAftermath } from './read-aftermath.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { ShopUnderTest } from './shop-under-test.ts';

/** What one round of one fault showed. */
export interface RoundResult {
  /** Orders that buyers were told are placed, in this round. */
  acknowledged: number;
  /** Requests of this round whose outcome stayed unknown. */
  unknown: number;
  /** From the end of the fault until ten more orders were acknowledged. */
  recoveryMs: number;
  /** The longest time without an acknowledged order, from the moment of the fault on. */
  pauseMs: number;
  /** Everything that is wrong in the whole history of the environment. */
  findings: Finding[];
}

/** What a fault may use while it is injected. */
export interface Injection {
  random: SeededRandom;
  /** Says that the harm is done now; without it, it is done when the injection begins. */
  struck(): void;
  /** Reports something that is wrong and does not show in what is left. */
  found(finding: Finding): void;
}

/** One round: who takes part, and what happens in it. */
interface Round {
  name: string;
  random: SeededRandom;
  /** The rounds before on the same shop; extended. */
  history: HistoryEntry[];
  /** Harms the shop and leaves every process running again. */
  inject(injection: Injection): Promise<void>;
  /** Looks at the shop once nobody buys any more. */
  look?(): Promise<Finding[]>;
  /** Compares what buyers were told with what is left, where something else than everything must be there. */
  judge?(left: Aftermath): Finding[];
  /** Whether the operator's comparison with the payment provider has to find nothing; it has to, unless told. */
  comparesPayments?(): boolean;
}

const patienceMs = 60_000;
/** Payments whose messages were held or lost are found by the reconciler, which runs at intervals. */
const settlingMs = 150_000;

/**
 * Starts buyers, injects the fault in the middle of their requests, waits until the shop sells again by itself, and compares
 * what they were told with what is left.
 */
export async function runRound(shop: ShopUnderTest, round: Round): Promise<RoundResult> {
  const random = round.random.fork(round.name);
  await eventually(() => shop.admin.renew());
  const buyers = startBuyers({
    url: shop.url,
    accounts: shop.buyers,
    admin: shop.admin,
    simulator: shop.simulator,
    toolIds: shop.toolIds,
    publishableKey: simulatorKeys.STRIPE_PUBLISHABLE_KEY,
    random,
    run: round.name,
  });
  let recoveryMs = Number.NaN;
  let pauseMs = Number.NaN;
  const findings: Finding[] = [];
  try {
    const begun = await reaches(() => buyers.acknowledged(), 20);
    if (!begun) findings.push({ kind: 'stalled', what: 'the shop sold nothing before the fault' });
    await pause(random.whole(0, 300));
    let struckAt = performance.now();
    await round.inject({
      random,
      struck() {
        struckAt = performance.now();
      },
      found: (finding) => findings.push(finding),
    });
    const healed = performance.now();
    const before = buyers.acknowledged();
    if (await reaches(() => buyers.acknowledged(), before + 10)) {
      recoveryMs = performance.now() - healed;
      pauseMs = longestPause(struckAt, buyers.acknowledgedAt);
    } else
      findings.push({ kind: 'stalled', what: `the shop did not sell again within ${patienceMs / 1000} s` });
  } finally {
    await buyers.stop();
  }
  round.history.push(...buyers.entries);
  findings.push(...((await round.look?.()) ?? []), ...(await settledFindings(shop, round)));
  return {
    acknowledged: buyers.acknowledged(),
    unknown: buyers.entries.filter((entry) => entry.outcome === 'unknown').length,
    recoveryMs,
    pauseMs,
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
  shop: ShopUnderTest,
  { history, judge = checkHistory, comparesPayments = () => true }: Round,
): Promise<Finding[]> {
  const end = performance.now() + settlingMs;
  for (;;) {
    // The shop may still say "try again" now and then, above all on a busy machine.
    const left = await eventually(() => readAftermath(shop, history)).catch(String);
    if (typeof left === 'string') return [{ kind: 'stalled', what: `the shop cannot be read: ${left}` }];
    const findings = judge(left);
    // The operator's own comparison asks about each payment, so it comes last.
    if (findings.length === 0 && comparesPayments())
      findings.push(...(await operatorCompare(shop)).map((what): Finding => ({ kind: 'money', what })));
    const onlyMoney = findings.length > 0 && findings.every((finding) => finding.kind === 'money');
    if (!onlyMoney || performance.now() > end) return findings;
    await pause(1000);
  }
}
