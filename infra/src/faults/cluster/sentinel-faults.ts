import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterFault } from './cluster-fault.ts';
import { primaryNow, untilFailover, untilReplica } from './roles.ts';

/** What happens to a primary that Sentinels replace without a person; the old one becomes a replica by their hand. */
export const sentinelFaults: readonly ClusterFault[] = [
  {
    name: 'kill -9 of the primary, its data removed',
    rounds: 20,
    async inject(environment, { random, struck }) {
      const primary = await primaryNow(environment);
      // A process that ends closes its connections; a machine without power does not, and nobody hears of it.
      const silently = random.chance(0.5);
      struck();
      if (silently) primary.link.cut();
      await primary.signal('SIGKILL');
      primary.loseData();
      await untilFailover(environment, primary);
      await pause(random.whole(0, 1_000));
      primary.link.heal();
      await primary.start();
      await untilReplica(primary);
    },
  },
  {
    name: 'primary cut off from everybody, and back',
    rounds: 3,
    async inject(environment, { random, struck }) {
      const primary = await primaryNow(environment);
      struck();
      primary.link.cut();
      await untilFailover(environment, primary);
      await pause(random.whole(0, 2_000));
      primary.link.heal();
      await untilReplica(primary);
    },
  },
  {
    name: 'primary stopped (SIGSTOP), and back',
    rounds: 3,
    async inject(environment, { random, struck }) {
      const primary = await primaryNow(environment);
      struck();
      await primary.signal('SIGSTOP');
      await untilFailover(environment, primary);
      await pause(random.whole(0, 2_000));
      await primary.signal('SIGCONT');
      await untilReplica(primary);
    },
  },
];
