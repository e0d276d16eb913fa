import { spawn } from 'node:child_process';
import { projectRoot } from '../stack/places.ts';

/** One step of `npm test`. */
export interface Step {
  name: string;
  command: string;
  args: string[];
  /** It is killed after this time and counts as failed. */
  limitSeconds: number;
  /** Print its output while it runs; otherwise only when it fails. */
  live?: boolean;
  env?: Record<string, string>;
}

/** How a step ended; `output` is everything it printed, in order. */
export interface StepResult {
  ok: boolean;
  ms: number;
  output: string;
  /** Set when it was killed for its time. */
  overrun: boolean;
}

/** Runs one step in a process group of its own, so that nothing it started outlives its end. Never rejects. */
export function runStep(step: Step, limitMs: number = step.limitSeconds * 1000): Promise<StepResult> {
  const since = Date.now();
  return new Promise((resolve) => {
    const child = spawn(step.command, step.args, {
      cwd: projectRoot,
      env: { ...process.env, NO_COLOR: '1', ...step.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    let overrun = false;
    let forced: NodeJS.Timeout | undefined;
    const take = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (step.live === true) process.stdout.write(chunk);
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
    const limit = setTimeout(() => {
      overrun = true;
      stopGroup();
    }, limitMs);
    const heart = setInterval(() => {
      if (step.live !== true) console.log(`    ${step.name} is at work, ${secondsSince(since)}`);
    }, 30_000);
    const onSignal = () => {
      stopGroup();
      process.exitCode = 130;
    };
    process.once('SIGINT', onSignal);
    process.once('SIGTERM', onSignal);
    const settle = (ok: boolean) => {
      clearTimeout(limit);
      clearTimeout(forced);
      clearInterval(heart);
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
      resolve({ ok: ok && !overrun, ms: Date.now() - since, output, overrun });
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
