/** One step of a rehearsal: what was done, what should come of it, and what did. */
export interface StepResult {
  part: string;
  what: string;
  expected: string;
  /** What was seen; of a step that failed, why. */
  seen: string;
  passed: boolean;
  seconds: number;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');

/** Writes the page of results in Markdown: one table for each part of the rehearsal, and what came of the whole. `madeAt` is in ms. */
export function resultsPage(steps: readonly StepResult[], madeAt: number): string {
  const missed = steps.filter(({ passed }) => !passed).length;
  const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
  const verdict =
    missed === 0 ? `All ${steps.length} steps passed` : `${missed} of ${steps.length} steps failed`;
  const tables = [...Map.groupBy(steps, ({ part }) => part)].map(
    ([part, own]) =>
      `## ${part}\n\n| Step | Expected | Seen | Seconds | |\n|---|---|---|---|---|\n${own.map(row).join('\n')}\n`,
  );
  return `# Rehearsal of production

Made by \`npm run rehearse\` on ${new Date(madeAt).toISOString().slice(0, 10)}: Caddy with TLS, two servers with \`NODE_ENV=production\` in folders of their own that share keys and pictures,
a primary with two replicas, which are both waited for, three Sentinels, mail to an inbox; Firebase and Stripe are the emulator and the simulator.

**${verdict}, in ${Math.round(seconds)} s.**

${tables.join('\n')}`;
}

const row = ({ what, expected, seen, passed, seconds }: StepResult): string =>
  `| ${cell(what)} | ${cell(expected)} | ${cell(seen)} | ${seconds.toFixed(1)} | ${passed ? 'passed' : '**FAILED**'} |`;
