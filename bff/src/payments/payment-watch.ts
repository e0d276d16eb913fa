import { expireUnpaid } from './expire-unpaid.ts';
import { followEvents } from './payment-events.ts';
import type { PaymentParts } from './payment-parts.ts';
import { finishRefunds } from './refund-order.ts';
import type { Reservation } from './reservation.ts';
import { RoundFaults } from './round-faults.ts';

/**
 * One round over everything: takes the provider's events, finishes refunds that wait for an answer, and frees the stock of orders that
 * stayed unpaid too long. Answers how many orders each part has changed. A part that fails does not keep the others from being done; what
 * failed is thrown at the end.
 */
export async function paymentRound(parts: PaymentParts, reservation: Reservation, signal: AbortSignal) {
  const patient = { ...parts, gateway: parts.background };
  const now = await parts.log.now();
  const origin = { actor: 'system:reconciler', correlationId: `payment-watch-${now}` };
  const expiring = { ...origin, actor: 'system:expiry' };
  const faults = new RoundFaults(parts.background);
  const part = (work: Promise<number>) =>
    work.catch((error: unknown) => {
      faults.add(error);
      return 0;
    });
  const reconciled = await part(followEvents(patient, origin, faults, now, signal));
  const refunded = await part(finishRefunds(patient, origin, faults, signal));
  const expired = await part(expireUnpaid(patient, reservation, now, expiring, faults, signal));
  faults.throwIfAny();
  return { reconciled, refunded, expired };
}
