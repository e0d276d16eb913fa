import { setTimeout as pause } from 'node:timers/promises';
import { primaryNow, untilFailover } from '../../cluster/cluster-shop.ts';
import { untilLinked } from '../../cluster/redis-nodes.ts';
import type { Fault } from '../fault.ts';
import { type LabCluster, openWatchedCluster } from './lab-cluster.ts';

/** A cluster of its own for each fault. */
const needsCluster = () => ({ lasts: 'a fault', open: openWatchedCluster }) as const;

/** A primary that Sentinels replace without a person, which make the old one a replica; then what happens to the servers while the other one sells. */
export const clusterFaults: readonly Fault<LabCluster>[] = [
  {
    name: 'kill -9 of the primary, its data removed',
    rounds: 20,
    needs: needsCluster(),
    async inject(shop, { random, struck }) {
      const primary = await primaryNow(shop);
      // A process that ends closes its connections; a machine without power does not.
      const silently = random.chance(0.5);
      struck();
      if (silently) primary.link.cut();
      await primary.signal('SIGKILL');
      primary.loseData();
      await untilFailover(shop, primary);
      await pause(random.whole(0, 1_000));
      primary.link.heal();
      await primary.start();
      await untilLinked(primary);
    },
  },
  {
    name: 'primary cut off from everybody, and back',
    rounds: 3,
    needs: needsCluster(),
    async inject(shop, { random, struck }) {
      const primary = await primaryNow(shop);
      struck();
      primary.link.cut();
      await untilFailover(shop, primary);
      await pause(random.whole(0, 2_000));
      primary.link.heal();
      await untilLinked(primary);
    },
  },
  {
    name: 'primary stopped (SIGSTOP), and back',
    rounds: 3,
    needs: needsCluster(),
    async inject(shop, { random, struck }) {
      const primary = await primaryNow(shop);
      struck();
      await primary.signal('SIGSTOP');
      await untilFailover(shop, primary);
      await pause(random.whole(0, 2_000));
      await primary.signal('SIGCONT');
      await untilLinked(primary);
    },
  },
  {
    name: 'kill -9 of each server',
    rounds: 3,
    needs: needsCluster(),
    async inject({ servers }, { random, struck }) {
      struck();
      for (const server of servers) {
        await server.signal('SIGKILL');
        await pause(random.whole(300, 1_500));
        await server.start();
      }
    },
  },
  {
    name: 'rolling restart of the servers (SIGTERM)',
    rounds: 3,
    needs: needsCluster(),
    async inject({ servers }, { struck }) {
      struck();
      for (const server of servers) {
        await server.signal('SIGTERM');
        await server.start();
      }
    },
  },
];
