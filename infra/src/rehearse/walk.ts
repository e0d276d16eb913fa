import { performance } from 'node:perf_hooks';
import { table } from '../measuring/figure.ts';
import { markdownTable } from '../report/write-report.ts';

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

/** The steps of a rehearsal, one after the other: each is timed, printed and kept, and one that fails does not end the others. */
export interface Walk {
  /** What has been done, oldest first. */
  steps: readonly StepResult[];
  /** Begins a part; the steps behind it belong to it. */
  begin(part: string): void;
  /** Does a step: `work` answers what was seen, or throws why it is not as expected. Answers whether it passed. */
  step(what: string, expected: string, work: () => Promise<string>): Promise<boolean>;
  /** Keeps a step that was done elsewhere. */
  note(step: Omit<StepResult, 'part'>): void;
}

/** Starts a walk. `say` takes each line for people. */
export function startWalk(say: (line: string) => void): Walk {
  const steps: StepResult[] = [];
  let part = '';
  const note: Walk['note'] = (step) => {
    steps.push({ part, ...step });
    const { what, expected, seen, passed, seconds } = step;
    say(`  ${passed ? 'ok  ' : 'MISS'} ${what} (${seconds.toFixed(1)} s)`);
    say(`       ${passed ? '' : `expected ${expected}; `}saw ${seen}`);
  };
  return {
    steps,
    begin(name) {
      part = name;
      say(`\n${name}`);
    },
    async step(what, expected, work) {
      const since = performance.now();
      const [passed, seen] = await work().then(
        (text) => [true, text] as const,
        (error: unknown) =>
          [false, firstLines(error instanceof Error ? error.message : String(error))] as const,
      );
      note({ what, expected, seen, passed, seconds: (performance.now() - since) / 1000 });
      return passed;
    },
    note,
  };
}

const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** The first lines of why something failed, without the colours of a terminal. */
export const firstLines = (text: string): string =>
  text.replaceAll(escapes, '').split('\n').slice(0, 6).join(' ');

/** Writes the page of results in Markdown: one table for each part of the rehearsal, and what came of the whole. `madeAt` is in ms. */
export function resultsPage(steps: readonly StepResult[], madeAt: number): string {
  const missed = steps.filter(({ passed }) => !passed).length;
  const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
  const verdict =
    missed === 0 ? `All ${steps.length} steps passed` : `${missed} of ${steps.length} steps failed`;
  const tables = [...Map.groupBy(steps, ({ part }) => part)].map(
    ([part, own]) => `## ${part}\n\n${markdownTable(table('', own.map(row)))}\n`,
  );
  return `# Rehearsal of production

Made by \`npm run rehearse\` on ${new Date(madeAt).toISOString().slice(0, 10)}: Caddy with TLS, two servers with \`NODE_ENV=production\` in folders of their own that share keys and pictures,
a primary with two replicas, which are both waited for, three Sentinels, mail to an inbox; Firebase and Stripe are the emulator and the simulator.

**${verdict}, in ${Math.round(seconds)} s.**

${tables.join('\n')}`;
}

const row = ({ what, expected, seen, passed, seconds }: StepResult) => ({
  ...{ Step: what, Expected: expected, Seen: seen, Seconds: seconds.toFixed(1) },
  '': passed ? 'passed' : '**FAILED**',
});
