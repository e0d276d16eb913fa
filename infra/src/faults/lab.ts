import { readable } from '../measuring/figure.ts';
import type { Whole } from '../stack/open-whole.ts';
import type { Finding } from './check-history.ts';
import { type LettersResult, settledLetters } from './check-letters.ts';
import type { Fault, ShopNeeded } from './fault.ts';
import type { LabShop } from './lab-shop.ts';
import { type RoundResult, runRound } from './round.ts';
import { seededRandom } from './seeded-random.ts';

/** What all rounds of one fault left behind. */
export interface FaultResult {
  name: string;
  sellsOn: boolean;
  /** Why this machine cannot inject it; '' when it can. */
  skipped: string;
  rounds: RoundResult[];
  /** What customers were told of it; null where that is not compared. */
  letters: LettersResult | null;
}

/** A shop that is open, and for which faults. */
interface OpenShop<Shop extends LabShop> {
  shop: Whole<Shop>;
  needs: ShopNeeded<Shop>;
}

/** Injects faults one after the other, each so many times, into the shops that they need. Prints how each round went. */
export async function injectAll<Shop extends LabShop>(
  faults: readonly Fault<Shop>[],
  seed: number,
  roundsOf: (fault: Fault<Shop>) => number,
): Promise<FaultResult[]> {
  let open: OpenShop<Shop> | null = null;
  const close = async () => {
    const { shop } = open ?? {};
    open = null;
    await shop?.close();
  };
  const injectOne = async (fault: Fault<Shop>): Promise<FaultResult> => {
    const { name, needs, sellsOn = false } = fault;
    const random = seededRandom(seed).fork(name);
    const result: FaultResult = { name, sellsOn, skipped: '', rounds: [], letters: null };
    while (result.rounds.length < roundsOf(fault)) {
      if (open?.needs !== needs) {
        await close();
        const shop = await needs.open();
        if (typeof shop === 'string') return { ...result, skipped: shop };
        open = { shop, needs };
      }
      const number = result.rounds.length + 1;
      const round = await runRound(open.shop, fault, { name: `${faults.indexOf(fault)}-${number}`, random });
      result.rounds.push(round);
      tellRound(name, number, round);
      const isWrong = round.findings.length > 0;
      if (needs.lasts === 'a round' || (isWrong && needs.lasts === 'many faults')) await close();
      // What is wrong stays wrong: later rounds on this shop would only repeat it.
      if (isWrong) break;
    }
    if (needs.lasts === 'a fault' && open !== null) {
      result.letters = await settledLetters(open.shop);
      tellLetters(name, result.letters);
      await close();
    }
    return result;
  };
  try {
    const results: FaultResult[] = [];
    for (const fault of faults) {
      const result = await injectOne(fault);
      if (result.skipped !== '') console.log(`${fault.name}: not possible here, ${result.skipped}`);
      results.push(result);
    }
    return results;
  } finally {
    await close();
  }
}

function tellRound(name: string, round: number, result: RoundResult): void {
  const pause = `longest pause ${readable(result.pauseMs)} ms`;
  const back = `sells again ${readable(result.recoveryMs)} ms after it was healed, ${pause}`;
  tell(`${name}, round ${round}: ${result.acknowledged} acknowledged, ${back}`, result.findings);
}

function tellLetters(name: string, { expected, repeated, findings }: LettersResult): void {
  tell(`${name}: ${expected} letters due, ${repeated} came twice and were known`, findings);
}

/** Prints a line, and the first of what is wrong. */
function tell(line: string, findings: readonly Finding[]): void {
  console.log(`${line}, ${findings.length === 0 ? 'all well' : `${findings.length} WRONG`}`);
  for (const { kind, what } of findings.slice(0, 20)) console.log(`  ${kind}: ${what}`);
}
