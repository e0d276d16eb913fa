import { afterAll, beforeAll, expect, it } from 'vitest';
import { runRound } from '../fault-round.ts';
import { seededRandom } from '../seeded-random.ts';
import { type ClusterEnvironment, openClusterEnvironment } from './cluster-environment.ts';
import { sentinelFaults } from './sentinel-faults.ts';

let environment: ClusterEnvironment;

beforeAll(async () => {
  environment = await openClusterEnvironment(4);
});
afterAll(async () => {
  await environment?.close();
});

it('keeps every acknowledged order, once, when the primary is killed and its data is gone', {
  timeout: 400_000,
}, async () => {
  const fault = sentinelFaults.find(({ name }) => name.startsWith('kill -9 of the primary'));
  const result = await runRound(environment, {
    name: 'lost-primary',
    random: seededRandom(3),
    history: [],
    inject: async (injection) => fault?.inject(environment, injection),
  });
  expect(result.findings).toEqual([]);
  // Sold before the fault, and again after it.
  expect(result.acknowledged).toBeGreaterThan(20);
});
