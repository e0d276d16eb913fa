import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../cluster/until.ts';
import { operatorCompare } from '../measuring/operator-run.ts';
import { startBuyers } from './buyers.ts';
import { checkHistory, type Finding } from './check-history.ts';
import type { Fault, Loss } from './fault.ts';
import type { LabShop } from './lab-shop.ts';
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
  /** The longest time without an acknowledged order, from the moment of the fault on. */
  pauseMs: number;
  /** How long each open page took to show what the shop says. */
  pagesMs: readonly number[];
  losses: readonly Loss[];
  /** Everything that is wrong in the whole history of the shop. */
  findings: Finding[];
}

const patienceMs = 60_000;
/** Payments whose messages were held or lost are found by the reconciler, which runs at intervals. */
const settlingMs = 150_000;

/**
 * Starts buyers, injects the fault in the middle of their requests, waits until the shop sells again by itself, and compares
 * what they were told with what is left.
 */
export async function runRound<Shop extends LabShop>(
  shop: Shop,
  fault: Pick<Fault<Shop>, 'inject' | 'sellsOn'>,
  { name, random: parent }: { name: string; random: SeededRandom },
): Promise<RoundResult> {
  const random = parent.fork(name);
  await eventually(() => shop.admin.renew());
  const buyers = startBuyers(shop, random, name);
  const sold = () => buyers.acknowledgedAt.length;
  let recoveryMs = Number.NaN;
  let pauseMs = Number.NaN;
  const findings: Finding[] = [];
  const losses: Loss[] = [];
  try {
    const begun = await reaches(sold, 20);
    if (!begun) findings.push({ kind: 'stalled', what: 'the shop sold nothing before the fault' });
    await pause(random.whole(0, 300));
    let struckAt = performance.now();
    await fault.inject(shop, {
      random,
      struck() {
        struckAt = performance.now();
      },
      found: (finding) => findings.push(finding),
      lost: (loss) => losses.push(loss),
    });
    const healed = performance.now();
    if (await reaches(sold, sold() + 10)) {
      recoveryMs = performance.now() - healed;
      pauseMs = longestPause(struckAt, buyers.acknowledgedAt);
    } else
      findings.push({ kind: 'stalled', what: `the shop did not sell again within ${patienceMs / 1000} s` });
  } finally {
    await buyers.stop();
  }
  shop.history.push(...buyers.entries);
  for (const entry of fault.sellsOn ? buyers.entries : [])
    if (entry.op === 'place' && entry.attempts > 1)
      findings.push({ kind: 'stalled', what: `order ${entry.key} failed at first` });
  const look = await shop.look?.();
  findings.push(...(look?.findings ?? []), ...(await settledFindings(shop)));
  return {
    acknowledged: sold(),
    unknown: buyers.entries.filter((entry) => entry.outcome === 'unknown').length,
    recoveryMs,
    pauseMs,
    pagesMs: look?.pagesMs ?? [],
    losses,
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

/**
 * Finds the longest time (ms) without a sale after a fault: between the fault and the first sale after it, or between two sales. Both
 * arguments are moments of one clock, the sales in their order. NaN when nothing was sold any more. Pure.
 */
export function longestPause(faultAt: number, salesAt: readonly number[]): number {
  const after = salesAt.filter((at) => at > faultAt);
  if (after.length === 0) return Number.NaN;
  return Math.max(...after.map((at, index) => at - (after[index - 1] ?? faultAt)));
}

/** Money may be on its way for a while after the fault; everything else must be right at once. */
async function settledFindings(shop: LabShop): Promise<Finding[]> {
  const end = performance.now() + settlingMs;
  for (;;) {
    // The shop may still say "try again" now and then, above all on a busy machine.
    const left = await eventually(() => readAftermath(shop)).catch(String);
    if (typeof left === 'string') return [{ kind: 'stalled', what: `the shop cannot be read: ${left}` }];
    const findings = checkHistory(shop.excuses.reduce((changed, excuse) => excuse(changed), left));
    // The operator's own comparison asks about each payment, so it comes last. It rightly names what was paid by a lost event.
    if (findings.length === 0 && shop.excuses.length === 0)
      findings.push(...(await operatorCompare(shop)).map((what): Finding => ({ kind: 'money', what })));
    const onlyMoney = findings.length > 0 && findings.every((finding) => finding.kind === 'money');
    if (!onlyMoney || performance.now() > end) return findings;
    await pause(1000);
  }
}
