import { setTimeout as delay } from 'node:timers/promises';
import { type Expiry, expireUnpaid } from './expire-unpaid.ts';
import { withLease } from './lease.ts';
import { followEvents } from './payment-events.ts';
import type { PaymentParts } from './payment-parts.ts';
import { finishRefunds } from './refund-order.ts';
import { type Reservation, reservedHours } from './reservation.ts';
import { RoundFaults } from './round-faults.ts';

/** How the watch works, and whom it tells. */
export interface PaymentWatchOptions {
  readonly reservation: Reservation;
  /** Pause between two rounds (ms). */
  readonly everyMs: number;
  /** Told of a round that failed; the next one comes all the same. */
  readonly onError: (error: unknown) => void;
  /** Told of a round that this process has done, with what changed. */
  readonly onRound?: (round: PaymentRound) => void;
}

/** How many orders a round has changed. */
interface PaymentRound {
  readonly reconciled: number;
  readonly refunded: number;
  readonly expired: number;
}

const leaseMs = 60_000;
const hourMs = 3_600_000;

/**
 * Works in the background, round after round. Any number of processes may run it; one at a time works. Stop it by awaiting the returned
 * function.
 */
export function watchPayments(parts: PaymentParts, options: PaymentWatchOptions): () => Promise<void> {
  const stop = new AbortController();
  const running = loop(parts, options, stop.signal);
  return async () => {
    stop.abort();
    await running;
  };
}

async function loop(parts: PaymentParts, options: PaymentWatchOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await delay(options.everyMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      const round = await withLease(parts.log.redis, 'payment-watch', leaseMs, () =>
        paymentRound(parts, options.reservation, signal),
      );
      if (round) options.onRound?.(round);
    } catch (error) {
      if (!signal.aborted) options.onError(error);
    }
  }
}

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
