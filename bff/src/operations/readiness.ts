import { ProblemError } from '../problem/problem-error.ts';
import { withTimeout } from '../with-timeout.ts';

/** One thing that the shop needs, and how to ask whether it is there. */
export interface Dependency {
  readonly name: string;
  /** Without it the shop cannot work at all; others only take a part of it away. */
  readonly required: boolean;
  /** Resolves with a short word on its state; rejects when it is away. */
  check(): Promise<string>;
}

/** How one dependency answered, and how long it took (ms). */
export interface DependencyState {
  readonly name: string;
  readonly required: boolean;
  readonly ok: boolean;
  readonly detail: string;
  readonly ms: number;
}

const patienceMs = 1_500;

/** Asks all dependencies at once; none is waited for longer than 1.5 s. Never rejects. */
export function dependencyStates(dependencies: readonly Dependency[]): Promise<DependencyState[]> {
  return Promise.all(dependencies.map(stateOf));
}

async function stateOf({ name, required, check }: Dependency): Promise<DependencyState> {
  const begin = performance.now();
  const rest = () => ({ name, required, ms: Math.round((performance.now() - begin) * 10) / 10 });
  const late = () => {
    throw new Error('does not answer');
  };
  try {
    return { ok: true, detail: await withTimeout(patienceMs, check(), late), ...rest() };
  } catch (error) {
    return { ok: false, detail: reasonOf(error), ...rest() };
  }
}

/** What may be shown to anyone: our own words, never addresses or library texts. */
const reasonOf = (error: unknown): string =>
  error instanceof ProblemError || (error instanceof Error && error.name === 'LogUnavailableError')
    ? error.message
    : 'does not answer';
