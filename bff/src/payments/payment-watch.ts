import { type Expiry, expireUnpaid } from './expire-unpaid.ts';
import { followEvents } from './payment-events.ts';
import type { PaymentParts } from './payment-parts.ts';
import { finishRefunds } from './refund-order.ts';
import { type Reservation, reservedHours } from './reservation.ts';
import { RoundFaults } from './round-faults.ts';

/** How many orders a round has changed. */
interface PaymentRound {
  readonly reconciled: number;
  readonly refunded: number;
  readonly expired: number;
}

const hourMs = 3_600_000;

/**
 * One round over everything: takes the provider's events, finishes refunds that wait for an answer, and frees the stock of orders that
 * stayed unpaid too long. A part that fails does not keep the others from being done; what failed is thrown at the end.
 */
export async function paymentRound(
  parts: PaymentParts,
  reservation: Reservation,
  signal: AbortSignal,
): Promise<PaymentRound> {
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
  let expired = 0;
  for (const expiry of expiries(reservation, now))
    expired += await part(expireUnpaid(patient, expiry, expiring, faults, signal));
  faults.throwIfAny();
  return { reconciled, refunded, expired };
}

/** Which orders have waited too long at `now` (ms). */
function expiries(reservation: Reservation, now: number): Expiry[] {
  const { hours, unverifiedHours } = reservation;
  const all: Expiry = { to: now - hours * hourMs };
  const unverified: Expiry = {
    to: now - unverifiedHours * hourMs,
    async only(orders) {
      const hoursOf = await reservedHours(reservation, orders);
      return orders.filter((order) => hoursOf(order) === unverifiedHours);
    },
  };
  return [...(hours === 0 ? [] : [all]), ...(unverifiedHours === hours ? [] : [unverified])];
}
