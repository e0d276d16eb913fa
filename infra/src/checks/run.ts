import { join } from 'node:path';
import { findChromium, findWholeChromium } from '../stack/chromium.ts';
import { projectRoot } from '../stack/places.ts';
import { sideBySide } from './side-by-side.ts';
import { runStep, type Step, secondsSince } from './step.ts';

/** A run that hangs ends after this; a slow machine is no fault, so the limits lie far above the usual times. */
const wholeLimitMs = 80 * 60_000;
/** The target for a whole run. Missing it is printed but is no failure: machines differ, and timings belong in benchmarks. */
const targetMinutes = 10;
const tailLines = 300;
/** How Playwright and Vitest mark a test that fails. */
const failedTest = /^\s*(✘|×|FAIL )/;
/** Each step keeps about one core busy. */
const stepsAtOnce = 2;

const bin = (name: string) => join(projectRoot, 'node_modules', '.bin', name);
const ts = (path: string) => join(projectRoot, path);
const node = process.execPath;

/** In the order in which they begin; the longest first, so that the run ends with both cores busy. */
const steps: Step[] = [
  { name: 'build', command: node, args: [ts('infra/src/start/build.ts')], limitSeconds: 900 },
  { name: 'lint', command: bin('biome'), args: ['check', '--error-on-warnings', '.'], limitSeconds: 600 },
  { name: 'types', command: bin('tsc'), args: ['-b'], limitSeconds: 900 },
  {
    name: 'end to end',
    command: node,
    args: [bin('playwright'), 'test'],
    limitSeconds: 3600,
    after: ['build'],
    env: { CHROMIUM: findChromium() ?? '', WHOLE_CHROMIUM: findWholeChromium() ?? '' },
  },
  {
    name: 'integration',
    command: node,
    args: [bin('vitest'), 'run', '--project', 'integration'],
    limitSeconds: 3600,
    after: ['build'],
  },
  {
    name: 'unit',
    command: node,
    args: [bin('vitest'), 'run', '--project', 'unit', '--project', 'dom'],
    limitSeconds: 9000,
  },
  {
    name: 'staircases',
    command: node,
    args: [bin('depcruise'), 'events/src', 'bff/src', 'pwa/src', 'infra/src'],
    limitSeconds: 900,
  },
  {
    name: 'unused code',
    command: node,
    args: [bin('knip'), '--no-progress', '--no-config-hints'],
    limitSeconds: 900,
  },
  {
    name: 'file lengths, licences',
    command: node,
    args: [ts('infra/src/checks/static-checks.ts'), 'sources'],
    limitSeconds: 300,
  },
  {
    name: 'alert rules',
    command: 'promtool',
    args: ['check', 'rules', '--lint-fatal', ts('infra/monitoring/alerts.yaml')],
    limitSeconds: 300,
  },
  {
    name: 'alert tests',
    command: 'promtool',
    args: ['test', 'rules', ts('infra/monitoring/alerts.test.yaml')],
    limitSeconds: 900,
  },
  {
    name: 'monitoring settings',
    command: 'promtool',
    // The files that it names, such as the one with the token, are on another machine.
    args: [
      ...['check', 'config', '--syntax-only'],
      ...[ts('infra/monitoring/prometheus.yaml'), ts('infra/compose/prometheus.yaml')],
    ],
    limitSeconds: 300,
  },
  {
    name: 'bundle sizes',
    command: node,
    args: [ts('infra/src/checks/static-checks.ts'), 'bundle'],
    limitSeconds: 300,
    after: ['build'],
  },
  {
    name: 'oldest browsers',
    command: node,
    args: [ts('pwa/vite/browsers/check.ts')],
    limitSeconds: 300,
    after: ['build'],
  },
  {
    name: 'page quality',
    command: node,
    args: [ts('infra/src/checks/page-quality.ts')],
    limitSeconds: 9000,
    after: ['build'],
  },
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
const began = Date.now();
const failed: string[] = [];
const failedTests: string[] = [];
const took: { name: string; seconds: number }[] = [];
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());
const chosen = steps.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)),
);

await sideBySide(chosen, stepsAtOnce, async (step) => {
  if (interrupted.signal.aborted) return;
  const left = wholeLimitMs - (Date.now() - began);
  if (left < 1000) {
    failed.push(`${step.name} (not run: the time was over)`);
    return;
  }
  console.log(`> ${step.name}`);
  const overrun = AbortSignal.timeout(Math.min(left, step.limitSeconds * 1000));
  const result = await runStep(step, AbortSignal.any([interrupted.signal, overrun]));
  const seconds = (result.ms / 1000).toFixed(1);
  took.push({ name: step.name, seconds: Number(seconds) });
  if (result.ok) {
    console.log(`  ${step.name}: passed in ${seconds} s`);
    return;
  }
  console.log(result.output.split('\n').slice(-tailLines).join('\n'));
  const why = overrun.aborted ? ' (killed: it took too long)' : '';
  console.log(`  ${step.name}: FAILED after ${seconds} s${why}`);
  failed.push(step.name);
  failedTests.push(...result.output.split('\n').filter((line) => failedTest.test(line)));
});
if (interrupted.signal.aborted) process.exit(130);
// Repeats the names of failed tests at the end, where CI shows them.
if (failedTests.length > 0) console.log(failedTests.slice(0, 40).join('\n'));
took.sort((a, b) => b.seconds - a.seconds);
console.log(
  `Steps, the longest first: ${took.map(({ name, seconds }) => `${name} ${seconds} s`).join(', ')}`,
);
console.log(
  failed.length === 0
    ? `All steps passed in ${secondsSince(began)}`
    : `Failed after ${secondsSince(began)}: ${failed.join(', ')}`,
);
if (Date.now() - began > targetMinutes * 60_000) {
  console.log(
    `That is more than the ${targetMinutes} minutes which a whole run shall take: look at the longest steps above.`,
  );
}
process.exit(failed.length === 0 ? 0 : 1);
