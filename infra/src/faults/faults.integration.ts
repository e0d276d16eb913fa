import { afterAll, beforeAll, expect, it } from 'vitest';
import { simulatorKeys } from '../stack/demo-environment.ts';
import { runRound } from './fault-round.ts';
import type { HistoryEntry } from './history.ts';
import { seededRandom } from './seeded-random.ts';
import { openStage, type Stage } from './stage.ts';
import { faults } from './strikes.ts';

const random = seededRandom(20);
const history: HistoryEntry[] = [];
let stage: Stage | undefined;

beforeAll(async () => {
  stage = await openStage({ random, buyers: 6 });
}, 180_000);

afterAll(async () => {
  await stage?.close();
}, 60_000);

it.each([['kill -9 of Redis'], ['kill -9 of the BFF'], ['Redis stopped (SIGSTOP) for 5 s']])(
  'keeps every acknowledged order, once, through: %s',
  { timeout: 300_000 },
  async (name) => {
    const fault = faults.find((one) => one.name === name);
    if (stage === undefined || fault === undefined) throw new Error('The stage is not set');
    const result = await runRound(stage, fault, {
      name: name.replace(/\W+/g, '-'),
      random,
      around: { remove: () => undefined },
      history,
      publishableKey: simulatorKeys.STRIPE_PUBLISHABLE_KEY,
    });
    expect(result.findings).toEqual([]);
    expect(result.acknowledged).toBeGreaterThan(0);
  },
);
