import { afterAll, beforeAll, expect, it } from 'vitest';
import { settledLetters } from './check-letters.ts';
import { type FaultEnvironment, openFaultEnvironment } from './fault-environment.ts';
import { faults } from './fault-injections.ts';
import { runRound } from './fault-round.ts';
import type { HistoryEntry } from './history.ts';
import { seededRandom } from './seeded-random.ts';

const random = seededRandom(20);
const history: HistoryEntry[] = [];
let environment: FaultEnvironment | undefined;

beforeAll(async () => {
  environment = await openFaultEnvironment({ random, buyers: 6 });
});

afterAll(async () => {
  await environment?.close();
});

it.each([['kill -9 of Redis'], ['kill -9 of the BFF'], ['Redis stopped (SIGSTOP) for 5 s']])(
  'keeps every acknowledged order, once, through: %s',
  { timeout: 300_000 },
  async (name) => {
    const fault = faults.find((one) => one.name === name);
    if (environment === undefined || fault === undefined) throw new Error('The environment was not opened');
    const shop = environment;
    const result = await runRound(shop, {
      name: name.replace(/\W+/g, '-'),
      random,
      history,
      inject: (injection) => fault.inject(shop, injection.random, { remove: () => undefined }),
    });
    expect(result.findings).toEqual([]);
    expect(result.acknowledged).toBeGreaterThan(0);
  },
);

it('has told each customer once of all that happened to their orders', { timeout: 200_000 }, async () => {
  if (environment === undefined) throw new Error('The environment was not opened');
  const letters = await settledLetters(environment);
  expect(letters.findings).toEqual([]);
  expect(letters.expected).toBeGreaterThan(0);
});
