import { readable } from '../measuring/figure.ts';
import type { LettersResult } from './check-letters.ts';
import type { RoundResult } from './fault-round.ts';

/** Prints how one round went, and the first of what is wrong. */
export function tellRound(name: string, round: number, result: RoundResult): void {
  const pause = `longest pause ${readable(result.pauseMs)} ms`;
  const back = `sells again ${readable(result.recoveryMs)} ms after it was healed, ${pause}`;
  const wrong = result.findings.length === 0 ? 'all well' : `${result.findings.length} WRONG`;
  console.log(`${name}, round ${round}: ${result.acknowledged} acknowledged, ${back}, ${wrong}`);
  for (const finding of result.findings.slice(0, 20)) console.log(`  ${finding.kind}: ${finding.what}`);
}

/** Prints whether customers were told of what happened, and the first of what is wrong. */
export function tellLetters(name: string, { expected, repeated, findings }: LettersResult): void {
  const wrong = findings.length === 0 ? 'all well' : `${findings.length} WRONG`;
  console.log(`${name}: ${expected} letters due, ${repeated} came twice and were known, ${wrong}`);
  for (const { kind, what } of findings.slice(0, 20)) console.log(`  ${kind}: ${what}`);
}
