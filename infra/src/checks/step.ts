import { spawn } from 'node:child_process';
import { projectRoot } from '../stack/places.ts';

/** One step of `npm test`. */
export interface Step {
  name: string;
  command: string;
  args: string[];
  /** It is killed after this time and counts as failed. */
  limitSeconds: number;
  /** Names of the steps that must have ended before: what they make is used here. */
  after?: readonly string[];
  env?: Record<string, string>;
}

/** How a step ended; `output` is everything it printed, in order. */
export interface StepResult {
  ok: boolean;
  ms: number;
  output: string;
}

/**
 * Runs one step in a process group of its own, so that nothing it started outlives its end; it is killed when `stop` is aborted.
 * Says every half minute what it printed last. Never rejects.
 */
export function runStep(step: Step, stop: AbortSignal): Promise<StepResult> {
  const since = Date.now();
  return new Promise((resolve) => {
    const child = spawn(step.command, step.args, {
      cwd: projectRoot,
      env: { ...process.env, NO_COLOR: '1', ...step.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    let forced: NodeJS.Timeout | undefined;
    const take = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const killGroup = (signal: NodeJS.Signals) => {
      try {
        process.kill(-(child.pid as number), signal);
      } catch {
        // The group is gone already, which is what was wanted.
      }
    };
    const stopGroup = () => {
      killGroup('SIGTERM');
      forced = setTimeout(() => killGroup('SIGKILL'), 6000);
    };
    stop.addEventListener('abort', stopGroup);
    const progress = setInterval(() => {
      const lastLine = output.trimEnd().split('\n').at(-1)?.trim().slice(0, 100);
      console.log(`    ${step.name} is running, ${secondsSince(since)}: ${lastLine}`);
    }, 30_000);
    const settle = (ok: boolean) => {
      clearTimeout(forced);
      clearInterval(progress);
      stop.removeEventListener('abort', stopGroup);
      resolve({ ok: ok && !stop.aborted, ms: Date.now() - since, output });
    };
    child.once('error', (error) => {
      output += error.message;
      settle(false);
    });
    // 'exit', not 'close': a grandchild that keeps the pipe open must not keep us waiting.
    child.once('exit', (code) => setTimeout(() => settle(code === 0), 50));
  });
}

/** `12.3 s` since a Date.now(). */
export function secondsSince(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
