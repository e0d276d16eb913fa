import { followEvents } from './payment-events.ts';
import type { PaymentParts } from './payment-parts.ts';
import { type Round, throwFaults } from './payment-round.ts';
import { finishRefunds } from './refund-order.ts';
import { expireUnpaid, type Reservation } from './reservation.ts';

/**
 * One round over everything, the work of one server: takes the provider's events, finishes refunds that wait for an answer, and frees the
 * stock of orders that stayed unpaid too long. A part that fails does not keep the others from being done; what failed is thrown at the end.
 */
export async function paymentRound(
  parts: PaymentParts,
  reservation: Reservation,
  signal: AbortSignal,
): Promise<void> {
  const now = await parts.log.now();
  const origin = { actor: 'system:reconciler', correlationId: `payment-watch-${now}` };
  const patient = { ...parts, gateway: parts.background };
  const round: Round = { parts: patient, origin, now, faults: [], signal };
  const work = parts.cards ? [followEvents, finishRefunds, expireUnpaid] : [expireUnpaid];
  for (const part of work) await part(round, reservation).catch((fault) => round.faults.push(fault));
  throwFaults(round);
}
