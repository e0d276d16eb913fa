import { LogUnavailableError, type Origin } from '@karigar/events';
import { GatewayUnavailableError } from './payment-gateway.ts';
import type { PaymentParts } from './payment-parts.ts';

/** One round of background work: with what, in whose name and at what time (ms) it is done, and what has failed so far. */
export interface Round {
  parts: PaymentParts;
  origin: Origin;
  now: number;
  faults: unknown[];
  signal: AbortSignal;
}

/**
 * Runs one piece of a round. One that fails does not keep the others from being done: its fault is kept and returned. Throws when the log is
 * away, and when the provider answers nothing at all: then every piece would fail.
 */
export const attempt = ({ parts, faults }: Round, work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => undefined,
    async (fault: unknown) => {
      if (fault instanceof LogUnavailableError) throw fault;
      if (fault instanceof GatewayUnavailableError) await parts.background.ping();
      faults.push(fault);
      return fault;
    },
  );

/** Throws what went wrong in a round: the fault itself when there is one. */
export function throwFaults({ faults }: Pick<Round, 'faults'>): void {
  if (faults.length === 1) throw faults[0];
  if (faults.length > 1) throw new AggregateError(faults, `${faults.length} payments or orders failed`);
}
