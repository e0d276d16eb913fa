import { setTimeout as pause } from 'node:timers/promises';
import { primaryNow, untilFailover } from '../../cluster/cluster-shop.ts';
import { type RedisNode, untilLinked } from '../../cluster/redis-nodes.ts';
import type { Fault, Injection } from '../fault.ts';
import { type LabCluster, openWatchedCluster } from './lab-cluster.ts';

/** A fault with a cluster of its own. */
const fault = (name: string, rounds: number, inject: Fault<LabCluster>['inject']): Fault<LabCluster> => ({
  name,
  rounds,
  needs: { lasts: 'a fault', open: openWatchedCluster },
  inject,
});

/** Harms the primary, waits until Sentinels have made a replica the primary and for some time more, and heals it as a replica. */
const ofPrimary =
  (
    harm: (primary: RedisNode, injection: Injection) => unknown,
    heal: (primary: RedisNode) => unknown,
  ): Fault<LabCluster>['inject'] =>
  async (shop, injection) => {
    const primary = await primaryNow(shop);
    injection.struck();
    await harm(primary, injection);
    await untilFailover(shop, primary);
    await pause(injection.random.whole(0, 1_000));
    await heal(primary);
    await untilLinked(primary);
  };

/** A primary that Sentinels replace without a person, which make the old one a replica; then what happens to the servers while the other one sells. */
export const clusterFaults: readonly Fault<LabCluster>[] = [
  fault(
    'kill -9 of the primary, its data removed',
    20,
    ofPrimary(
      async (primary, { random }) => {
        // A process that ends closes its connections; a machine without power does not.
        if (random.chance(0.5)) primary.link.cut();
        await primary.signal('SIGKILL');
        primary.loseData();
      },
      async (primary) => {
        primary.link.heal();
        await primary.start();
      },
    ),
  ),
  fault(
    'primary cut off from everybody, and back',
    3,
    ofPrimary(
      ({ link }) => link.cut(),
      ({ link }) => link.heal(),
    ),
  ),
  fault(
    'primary stopped (SIGSTOP), and back',
    3,
    ofPrimary(
      (primary) => primary.signal('SIGSTOP'),
      (primary) => primary.signal('SIGCONT'),
    ),
  ),
  fault('kill -9 of each server', 3, async ({ servers }, { random, struck }) => {
    struck();
    for (const server of servers) {
      await server.signal('SIGKILL');
      await pause(random.whole(300, 1_500));
      await server.start();
    }
  }),
  fault('rolling restart of the servers (SIGTERM)', 3, async ({ servers }, { struck }) => {
    struck();
    for (const server of servers) {
      await server.signal('SIGTERM');
      await server.start();
    }
  }),
];
