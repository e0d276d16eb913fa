import { expireUnpaid } from './expire-unpaid.ts';
import { followEvents } from './payment-events.ts';
import type { PaymentParts } from './payment-parts.ts';
import { finishRefunds } from './refund-order.ts';
import type { Reservation } from './reservation.ts';
import { throwFaults } from './round-faults.ts';

/**
 * One round over everything, the work of one server: takes the provider's events, finishes refunds that wait for an answer, and frees the
 * stock of orders that stayed unpaid too long. A part that fails does not keep the others from being done; what failed is thrown at the end.
 */
export async function paymentRound(
  parts: PaymentParts,
  reservation: Reservation,
  signal: AbortSignal,
): Promise<void> {
  const patient = { ...parts, gateway: parts.background };
  const now = await parts.log.now();
  const origin = { actor: 'system:reconciler', correlationId: `payment-watch-${now}` };
  const expiring = { ...origin, actor: 'system:expiry' };
  const faults: unknown[] = [];
  const add = (error: unknown) => faults.push(error);
  if (parts.cards) {
    await followEvents(patient, origin, faults, now, signal).catch(add);
    await finishRefunds(patient, origin, faults, signal).catch(add);
  }
  await expireUnpaid(patient, reservation, now, expiring, faults, signal).catch(add);
  throwFaults(faults);
}
