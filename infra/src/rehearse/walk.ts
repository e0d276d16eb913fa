import { performance } from 'node:perf_hooks';
import type { StepResult } from './results-page.ts';

/** The steps of a rehearsal, one after the other: each is timed, printed and kept, and one that fails does not end the others. */
export interface Walk {
  /** What has been done, oldest first. */
  steps: readonly StepResult[];
  /** Begins a part; the steps behind it belong to it. */
  begin(part: string): void;
  /** Does a step: `work` answers what was seen, or throws why it is not as expected. Answers whether it passed. */
  step(what: string, expected: string, work: () => Promise<string>): Promise<boolean>;
}

/** Starts a walk. `say` takes each line for people; `onMiss` is called after a step that failed, with its number from 1. */
export function startWalk(say: (line: string) => void, onMiss: (at: number) => Promise<void>): Walk {
  const steps: StepResult[] = [];
  let part = '';
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
        (error: unknown) => [false, reasonOf(error)] as const,
      );
      const seconds = (performance.now() - since) / 1000;
      steps.push({ part, what, expected, seen, passed, seconds });
      say(`  ${passed ? 'ok  ' : 'MISS'} ${what} (${seconds.toFixed(1)} s)`);
      say(`       ${passed ? '' : `expected ${expected}; `}saw ${seen}`);
      if (!passed) await onMiss(steps.length);
      return passed;
    },
  };
}

const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** Gives the first lines of why something failed, without the colours of a terminal. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replaceAll(escapes, '')
    .split('\n')
    .slice(0, 6)
    .join(' ');
