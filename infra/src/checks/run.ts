import { join } from 'node:path';
import { findProgram, projectRoot } from '../stack/places.ts';
import { runStep, type Step, secondsSince } from './step.ts';

/** A run that hangs ends by itself at last; a slow machine is no fault, so the limits lie far above the usual times. */
const wholeLimitMs = 80 * 60_000;
/** What a whole run shall take. Longer is said, but is no failure: machines differ, and timings belong in benchmarks. */
const shallTakeMs = 15 * 60_000;
const tailLines = 300;

const bin = (name: string) => join(projectRoot, 'node_modules', '.bin', name);
const ts = (path: string) => join(projectRoot, path);
const node = process.execPath;

const steps: Step[] = [
  { name: 'lint', command: bin('biome'), args: ['check', '--error-on-warnings', '.'], limitSeconds: 180 },
  { name: 'types', command: bin('tsc'), args: ['-b'], limitSeconds: 300 },
  {
    name: 'unused code',
    command: node,
    args: [bin('knip'), '--no-progress', '--no-config-hints'],
    limitSeconds: 240,
  },
  {
    name: 'file lengths, licences',
    command: node,
    args: [ts('infra/src/checks/budgets.ts'), 'sources'],
    limitSeconds: 120,
  },
  {
    name: 'unit',
    command: node,
    args: [bin('vitest'), 'run', '--project', 'unit', '--project', 'dom'],
    limitSeconds: 900,
  },
  { name: 'build', command: node, args: [ts('infra/src/start/build.ts')], limitSeconds: 300 },
  {
    name: 'bundle sizes',
    command: node,
    args: [ts('infra/src/checks/budgets.ts'), 'bundle'],
    limitSeconds: 120,
  },
  {
    name: 'page quality',
    command: node,
    args: [ts('infra/src/checks/page-quality.ts')],
    limitSeconds: 900,
  },
  {
    name: 'integration',
    command: node,
    args: [bin('vitest'), 'run', '--project', 'integration'],
    limitSeconds: 1500,
  },
  {
    name: 'end to end',
    command: node,
    args: [bin('playwright'), 'test'],
    limitSeconds: 2400,
    live: true,
    env: { CHROMIUM: findProgram(['chromium', 'chromium-browser', 'google-chrome']) ?? '' },
  },
];

/**
 * `npm test [-- step …]`: every step, or those whose name begins with a given word. A failing step prints what it said; the rest
 * still runs, and the exit code is then 1.
 */
const wanted = process.argv.slice(2);
const strangers = wanted.filter((word) => !steps.some((step) => step.name.startsWith(word)));
if (strangers.length > 0) {
  console.error(
    `No step begins with "${strangers.join('", "')}". Steps: ${steps.map(({ name }) => name).join('; ')}`,
  );
  process.exit(1);
}
const began = Date.now();
const failed: string[] = [];
for (const step of steps) {
  if (wanted.length > 0 && !wanted.some((word) => step.name.startsWith(word))) continue;
  const left = wholeLimitMs - (Date.now() - began);
  if (left < 1000) {
    failed.push(`${step.name} (not run: the time was over)`);
    continue;
  }
  console.log(`> ${step.name}`);
  const result = await runStep(step, Math.min(left, step.limitSeconds * 1000));
  const seconds = (result.ms / 1000).toFixed(1);
  if (result.ok) {
    console.log(`  ${step.name}: passed in ${seconds} s`);
  } else {
    if (step.live !== true) console.log(result.output.split('\n').slice(-tailLines).join('\n'));
    console.log(
      `  ${step.name}: FAILED after ${seconds} s${result.overrun ? ' (killed: it took too long)' : ''}`,
    );
    failed.push(step.name);
  }
  if (process.exitCode === 130) process.exit(130);
}
console.log(
  failed.length === 0
    ? `All steps passed in ${secondsSince(began)}`
    : `Failed after ${secondsSince(began)}: ${failed.join(', ')}`,
);
if (Date.now() - began > shallTakeMs) {
  console.log(
    'That is more than the 15 minutes which a whole run shall take: look at the longest steps above.',
  );
}
process.exit(failed.length === 0 ? 0 : 1);
