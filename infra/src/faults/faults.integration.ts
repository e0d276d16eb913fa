import { expect, it, onTestFinished } from 'vitest';
import { archiveFaults } from './archive/archive-faults.ts';
import { openLabArchive } from './archive/lab-archive.ts';
import { settledLetters } from './check-letters.ts';
import { clusterFaults } from './cluster/cluster-faults.ts';
import { openLabCluster } from './cluster/lab-cluster.ts';
import type { Fault } from './fault.ts';
import type { LabShop } from './lab-shop.ts';
import { openOneShop } from './one-shop.ts';
import { oneShopFaults } from './one-shop-faults.ts';
import { type RoundResult, runRound } from './round.ts';
import { seededRandom } from './seeded-random.ts';

/** Runs a round of the fault whose name begins so. Nothing may be wrong after it. */
async function survives<Shop extends LabShop>(
  shop: Shop,
  faults: readonly Fault<Shop>[],
  beginning: string,
): Promise<RoundResult> {
  const fault = faults.find(({ name }) => name.startsWith(beginning));
  if (fault === undefined) throw new Error(`No fault is called ${beginning}`);
  const name = beginning.replace(/\W+/g, '-');
  const result = await runRound(shop, fault, { name, random: seededRandom(20) });
  expect(result.findings).toEqual([]);
  return result;
}

it('one shop keeps every acknowledged order, once, and tells each customer once of all that happened', {
  timeout: 1_000_000,
}, async () => {
  const shop = await openOneShop({ buyers: 6 });
  onTestFinished(() => shop.close());
  for (const name of ['kill -9 of Redis', 'kill -9 of the BFF', 'Redis stopped (SIGSTOP)']) {
    const { acknowledged } = await survives(shop, oneShopFaults, name);
    expect(acknowledged).toBeGreaterThan(0);
  }
  const letters = await settledLetters(shop);
  expect(letters.findings).toEqual([]);
  expect(letters.expected).toBeGreaterThan(0);
});

it('a cluster keeps every acknowledged order, once, when the primary is killed and its data is gone', {
  timeout: 400_000,
}, async () => {
  const shop = await openLabCluster(4);
  onTestFinished(() => shop.close());
  const { acknowledged } = await survives(shop, clusterFaults, 'kill -9 of the primary');
  // Sold before the fault, and again after it.
  expect(acknowledged).toBeGreaterThan(20);
});

it('the archive has every order once that was said to be archived, when Redis is lost with its disk', {
  timeout: 400_000,
}, async () => {
  const shop = await openLabArchive({ buyers: 4, archivers: 1, events: 300 });
  onTestFinished(() => shop.close());
  const { acknowledged, losses } = await survives(shop, archiveFaults, 'Redis lost with its disk');
  expect(acknowledged).toBeGreaterThan(20);
  expect(losses).toHaveLength(1);
});
