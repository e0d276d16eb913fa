import { LogUnavailableError } from '@karigar/events';
import { GatewayUnavailableError } from './payment-gateway.ts';
import type { PaymentParts } from './payment-parts.ts';

/**
 * Runs one piece of a round of background work. One that fails does not keep the others from being done: its fault is added to `faults`
 * and returned. Throws when the log is away, and when the provider answers nothing at all: then every piece would fail.
 */
export const attempt = (
  { background }: PaymentParts,
  faults: unknown[],
  work: () => Promise<unknown>,
): Promise<unknown> =>
  work().then(
    () => undefined,
    async (fault: unknown) => {
      if (fault instanceof LogUnavailableError) throw fault;
      if (fault instanceof GatewayUnavailableError) await background.ping();
      faults.push(fault);
      return fault;
    },
  );

/** Throws what went wrong in a round: the fault itself when there is one. */
export function throwFaults(faults: readonly unknown[]): void {
  if (faults.length === 1) throw faults[0];
  if (faults.length > 1) throw new AggregateError(faults, `${faults.length} payments or orders failed`);
}
