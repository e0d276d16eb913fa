import type { ArchiveFault } from './choose-chain.ts';

/** The archive cannot give some events as they were; `faults` names all that are known. */
export class ArchiveDamagedError extends Error {
  readonly faults: readonly ArchiveFault[];
  constructor(faults: readonly ArchiveFault[]) {
    super(
      `The archive is damaged: ${faults.map(({ from, to, what }) => `events ${from} to ${to}: ${what}`).join('; ')}`,
    );
    this.name = 'ArchiveDamagedError';
    this.faults = faults.map(({ from, to, what }) => ({ from, to, what }));
  }
}
