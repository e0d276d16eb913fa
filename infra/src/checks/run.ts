import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findChromium, findWholeChromium, projectRoot } from '../stack/places.ts';

/** A run that hangs ends after this; a slow machine is no fault, so the limit lies far above the usual time. */
const limitMs = 80 * 60_000;
/** The target for a whole run. Missing it is printed but is no failure: machines differ, and timings belong in benchmarks. */
const targetMinutes = 10;
const tailLines = 300;
/** How Playwright and Vitest mark a test that fails. */
const failedTest = /^\s*(✘|×|FAIL )/;
/** Each step keeps about one core busy. */
const stepsAtOnce = 2;

/** One step of `npm test`. */
interface Step {
  name: string;
  command: readonly [string, ...string[]];
  /** It uses what the step `build` makes. */
  needsBuild?: true;
  env?: Record<string, string>;
}

const at = (path: string) => join(projectRoot, path);
const bin = (name: string) => at(`node_modules/.bin/${name}`);
const own = (path: string, ...args: string[]) => [process.execPath, at(path), ...args] as const;
const tool = (name: string, ...args: string[]) => [process.execPath, bin(name), ...args] as const;
const browsers = { CHROMIUM: findChromium() ?? '', WHOLE_CHROMIUM: findWholeChromium() ?? '' };

/** In the order in which they begin; the longest first, so that the run ends with both cores busy. */
const steps: readonly Step[] = [
  { name: 'build', command: own('infra/src/start/build.ts') },
  { name: 'lint', command: [bin('biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'types', command: [bin('tsc'), '-b'] },
  { name: 'end to end', command: tool('playwright', 'test'), needsBuild: true, env: browsers },
  { name: 'integration', command: tool('vitest', 'run', '--project', 'integration'), needsBuild: true },
  { name: 'unit', command: tool('vitest', 'run', '--project', 'unit', '--project', 'dom') },
  { name: 'staircases', command: tool('depcruise', 'events/src', 'bff/src', 'pwa/src', 'infra/src') },
  { name: 'unused code', command: tool('knip', '--no-progress', '--no-config-hints') },
  { name: 'file lengths, licences', command: own('infra/src/checks/static-checks.ts', 'sources') },
  {
    name: 'alert rules',
    command: ['promtool', 'check', 'rules', '--lint-fatal', at('infra/monitoring/alerts.yaml')],
  },
  { name: 'alert tests', command: ['promtool', 'test', 'rules', at('infra/monitoring/alerts.test.yaml')] },
  {
    name: 'monitoring settings',
    // Only the syntax: the files that they name, such as the one with the token, are on another machine.
    command: [
      ...(['promtool', 'check', 'config', '--syntax-only'] as const),
      ...[at('infra/monitoring/prometheus.yaml'), at('infra/compose/prometheus.yaml')],
    ],
  },
  { name: 'bundle sizes', command: own('infra/src/checks/static-checks.ts', 'bundle'), needsBuild: true },
  { name: 'oldest browsers', command: own('pwa/vite/browsers/check.ts'), needsBuild: true },
  { name: 'page quality', command: own('infra/src/bench/run.ts', 'lighthouse', 'quality'), needsBuild: true },
];

/**
 * `npm test [-- step …]`: every step, or those whose name begins with a given word. A failing step prints what it said; the rest
 * still runs, and the exit code is then 1.
 */
const wanted = process.argv.slice(2);
const unknown = wanted.filter((word) => !steps.some((step) => step.name.startsWith(word)));
if (unknown.length > 0) {
  console.error(
    `No step begins with "${unknown.join('", "')}". Steps: ${steps.map(({ name }) => name).join('; ')}`,
  );
  process.exit(1);
}
const waiting = steps.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)),
);
const began = performance.now();
const failed: string[] = [];
const failedTests: string[] = [];
const took: { name: string; seconds: number }[] = [];
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());
const overrun = AbortSignal.timeout(limitMs);
const stop = AbortSignal.any([interrupted.signal, overrun]);
let building: Promise<void> | null = null;

await Promise.all(Array.from({ length: stepsAtOnce }, runSteps));
if (interrupted.signal.aborted) process.exit(130);
// Repeats the names of failed tests at the end, where CI shows them.
if (failedTests.length > 0) console.log(failedTests.slice(0, 40).join('\n'));
took.sort((a, b) => b.seconds - a.seconds);
console.log(
  `Steps, the longest first: ${took.map(({ name, seconds }) => `${name} ${seconds} s`).join(', ')}`,
);
console.log(
  failed.length === 0
    ? `All steps passed in ${secondsSince(began)} s`
    : `Failed after ${secondsSince(began)} s: ${failed.join(', ')}`,
);
if (secondsSince(began) > targetMinutes * 60) {
  console.log(
    `That is more than the ${targetMinutes} minutes which a whole run shall take: look at the longest steps above.`,
  );
}
process.exit(failed.length === 0 ? 0 : 1);

/** Runs one step after the other that can begin, until none is left. */
async function runSteps(): Promise<void> {
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ needsBuild }) => !(needsBuild && building));
    const [step] = next === -1 ? [] : waiting.splice(next, 1);
    if (step === undefined) {
      await building;
      continue;
    }
    const done = runStep(step);
    if (step.name === 'build')
      building = done.finally(() => {
        building = null;
      });
    await done;
  }
}

async function runStep(step: Step): Promise<void> {
  const { name } = step;
  if (stop.aborted) {
    failed.push(`${name} (not run: the time was over)`);
    return;
  }
  console.log(`> ${name}`);
  const since = performance.now();
  const { passed, output } = await runCommand(step);
  const seconds = secondsSince(since);
  took.push({ name, seconds });
  if (passed && !stop.aborted) {
    console.log(`  ${name}: passed in ${seconds} s`);
    return;
  }
  const lines = output.split('\n');
  console.log(lines.slice(-tailLines).join('\n'));
  console.log(`  ${name}: FAILED after ${seconds} s${overrun.aborted ? ' (killed: it took too long)' : ''}`);
  failed.push(name);
  failedTests.push(...lines.filter((line) => failedTest.test(line)));
}

/**
 * Runs the command of a step in a process group of its own, so that nothing it started outlives its end; it is killed when `stop` is
 * aborted. Says every half minute what it printed last. Never rejects.
 */
function runCommand({ name, command, env }: Step): Promise<{ passed: boolean; output: string }> {
  const since = performance.now();
  const { promise, resolve } = Promise.withResolvers<{ passed: boolean; output: string }>();
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  let forced: NodeJS.Timeout | undefined;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
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
    console.log(`    ${name} is running, ${secondsSince(since)} s: ${lastLine}`);
  }, 30_000);
  const settle = (passed: boolean, why = '') => {
    clearTimeout(forced);
    clearInterval(progress);
    stop.removeEventListener('abort', stopGroup);
    resolve({ passed, output: output + why });
  };
  child.once('error', (error) => settle(false, error.message));
  // 'exit', not 'close': a grandchild that keeps the pipe open must not keep us waiting.
  child.once('exit', (code) => setTimeout(() => settle(code === 0), 50));
  return promise;
}

function secondsSince(since: number): number {
  return Math.round((performance.now() - since) / 100) / 10;
}
