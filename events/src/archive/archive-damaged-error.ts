import { LostEventsError } from '../log/past-events.ts';
import type { ArchiveFault } from './choose-chain.ts';

/** The archive cannot give some events as they were; `faults` names all that are known. */
export class ArchiveDamagedError extends LostEventsError {
  /** @param faults the events concerned */
  constructor(faults: readonly ArchiveFault[]) {
    super(faults);
    this.name = 'ArchiveDamagedError';
  }
}
