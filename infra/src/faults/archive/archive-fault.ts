import type { Injection } from '../fault-round.ts';
import type { Aftermath } from '../history.ts';
import type { ArchiveEnvironment } from './archive-environment.ts';
import type { Witness } from './judge-archive.ts';

/** What a fault of the archive has beside the shop. */
export interface ArchiveInjection extends Injection {
  /** The events of the log until this round. */
  witness: Witness;
  /** From now on what is compared with the buyers' own record is what this makes of it. */
  excuse(change: (left: Aftermath) => Aftermath): void;
  /** Notes how much of the log was not in the archive when Redis was lost. */
  lost(loss: { ageMs: number; from: number; to: number }): void;
}

/** One kind of fault of the archive. */
export interface ArchiveFault {
  name: string;
  /** How often a whole run injects it. */
  rounds: number;
  /** Servers that only write the archive; with 0 the one that sells does, and what happens to the storage happens to it. */
  archivers: 0 | 1 | 2;
  /** Each round has a shop of its own, with so many events before anybody buys. */
  fresh?: number;
  /** Selling goes on without a failed attempt, as no process that sells is harmed. */
  sellsOn: boolean;
  /** Harms the shop in the middle of load and leaves every process running again. */
  inject(environment: ArchiveEnvironment, injection: ArchiveInjection): Promise<void>;
}
