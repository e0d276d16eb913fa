import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoAccounts } from '../stack/demo-environment.ts';
import { needChromium, projectRoot } from '../stack/places.ts';
import type { ProductionShop } from './production-shop.ts';
import { firstLines, type StepResult } from './walk.ts';

/** The end-to-end tests that are walked, by their names: customers on a desk and on a phone, and an admin. */
const journeys = [
  'a visitor becomes a customer, orders, pays, and sees the order shipped',
  'after a declined card the same order is paid with another',
  'a newcomer signs up, keeps a profile and writes a review',
  'an open order tells what happens to it, without a reload',
  'an admin gives the money of an order back, and its customer sees it without a reload',
  'asks for each field, previews the picture and puts the tool into the shop',
];

/** What Playwright writes of a suite, as far as it is read here. */
interface Suite {
  suites?: Suite[];
  specs?: { title: string; ok: boolean; tests: { results: Attempt[] }[] }[];
  title: string;
}
interface Attempt {
  duration: number;
  error?: { message?: string };
}

/** Walks the journeys of `pwa/e2e` through the shop in a real browser. Gives one step for each; throws when Playwright gives no result. */
export async function walkJourneys({
  url,
  dir,
  trustedKey,
}: ProductionShop): Promise<Omit<StepResult, 'part'>[]> {
  const [, { email, password }] = demoAccounts;
  const report = join(dir, 'journeys.json');
  const playwright = spawn(
    process.execPath,
    [
      join(projectRoot, 'node_modules', '@playwright', 'test', 'cli.js'),
      ...['test', '--project', 'shop', '--workers', '1', '--reporter', 'json'],
      ...['--output', join(projectRoot, 'test-results', 'rehearsal'), '--grep', journeys.join('|')],
    ],
    {
      cwd: projectRoot,
      env: {
        ...process.env,
        CHROMIUM: needChromium(),
        E2E_URL: url,
        E2E_ADMIN: JSON.stringify({ email, password }),
        E2E_TRUSTED_KEY: trustedKey,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const [code] = await once(playwright, 'exit');
  if (!existsSync(report)) throw new Error(`Playwright ended with ${code}`);
  const steps = stepsOf(JSON.parse(readFileSync(report, 'utf8')) as Suite);
  if (steps.length < journeys.length) throw new Error(`Playwright walked ${steps.length} journeys`);
  return steps;
}

const stepsOf = ({ suites = [], specs = [], title = '' }: Suite): Omit<StepResult, 'part'>[] => [
  ...specs.map(({ title: what, ok, tests }) => {
    const [attempt] = tests.flatMap(({ results }) => results);
    return {
      what: title.endsWith('.ts') ? what : `${title}: ${what}`,
      expected: 'as the end-to-end test says',
      seen: ok ? 'all of it' : firstLines(attempt?.error?.message ?? 'nothing'),
      passed: ok,
      seconds: (attempt?.duration ?? 0) / 1000,
    };
  }),
  ...suites.flatMap(stepsOf),
];
