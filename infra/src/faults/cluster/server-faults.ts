import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterFault } from './cluster-fault.ts';

/** What happens to the servers, one after the other, while the other one sells. */
export const serverFaults: readonly ClusterFault[] = [
  {
    name: 'kill -9 of each server',
    rounds: 3,
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
    async inject({ servers }, { struck }) {
      struck();
      for (const server of servers) {
        await server.signal('SIGTERM');
        await server.start();
      }
    },
  },
];
