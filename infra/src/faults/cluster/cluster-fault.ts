import type { Injection } from '../fault-round.ts';
import type { ClusterEnvironment } from './cluster-environment.ts';

/** One kind of fault of a shop of many machines. */
export interface ClusterFault {
  name: string;
  /** How often a whole run injects it. */
  rounds: number;
  /** Harms the shop in the middle of load and leaves every process running again, and one primary with its replicas. */
  inject(environment: ClusterEnvironment, injection: Injection): Promise<void>;
}
