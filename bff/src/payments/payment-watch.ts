import { setTimeout as delay } from 'node:timers/promises';
import { oncePer, withLease } from './lease.ts';
import { closeUnboundIntents } from './open-unbound-intent.ts';
import { type Expiry, expireUnpaid, tellUnboundPayments } from './payment-chores.ts';
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
  readonly onRound?: (round: {
    readonly reconciled: number;
    readonly refunded: number;
    readonly expired: number;
    readonly unbound: number;
    readonly closed: number;
  }) => void;
}

const leaseMs = 60_000;
const hourMs = 3_600_000;
/** Each round looks at the orders that came due in the last hour; at older ones, of which many may stay, now and then. */
const everyOrderEachSeconds = 600;
/** Listing a week of payments is dear, and an answer is not urgent: the payer has waited a day already. */
const unboundEachSeconds = 3_600;

/**
 * Works in the background: takes the provider's events that nobody told us of, finishes refunds that wait for an answer, frees the stock of
 * orders that stayed unpaid too long, tells the operators of payments without an order, and closes those that are open for long. Any number of processes may run it; one at a time works. Stop
 * it by awaiting the returned function.
 */
export function watchPayments(parts: PaymentParts, options: PaymentWatchOptions): () => Promise<void> {
  const stop = new AbortController();
  const running = loop({ ...parts, gateway: parts.background }, options, stop.signal);
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
        oneRound(parts, options, signal),
      );
      if (round) options.onRound?.(round);
    } catch (error) {
      if (!signal.aborted) options.onError(error);
    }
  }
}

/** One round over everything. A part that fails does not keep the others from being done; what failed is thrown at the end. */
async function oneRound(parts: PaymentParts, options: PaymentWatchOptions, signal: AbortSignal) {
  const { redis } = parts.log;
  const now = await parts.log.now();
  const correlationId = `payment-watch-${now}`;
  const faults = new RoundFaults(parts.gateway);
  const part = async (work: () => Promise<number | null>) => (await faults.attempt(work, null)) ?? 0;
  const expireSince = async (since: number) => {
    const origin = { actor: 'system:expiry', correlationId };
    let expired = 0;
    for (const expiry of expiries(options.reservation, now, since))
      expired += await expireUnpaid(parts, expiry, origin, faults, signal);
    // What was ended half-way is not marked done.
    signal.throwIfAborted();
    return expired;
  };
  const reconciled = await part(() =>
    followEvents(parts, { actor: 'system:reconciler', correlationId }, faults, now, signal),
  );
  const refunded = await part(() =>
    finishRefunds(parts, { actor: 'system:reconciler', correlationId }, faults, signal),
  );
  const expired = await part(
    async () =>
      (await oncePer(redis, 'expire-all', everyOrderEachSeconds, () => expireSince(0))) ??
      expireSince(now - hourMs),
  );
  const unbound = await part(() =>
    oncePer(redis, 'unbound-payments', unboundEachSeconds, () => tellUnboundPayments(parts, now)),
  );
  const closed = await part(() => closeUnboundIntents(parts, faults, now, signal));
  faults.throwIfAny();
  return { reconciled, refunded, expired, unbound, closed };
}

/**
 * Which orders have waited too long at `now` (ms). Those of unverified accounts go first. Orders of verified accounts that are
 * as old stay, and would be read again each round: so it looks at what came due after `since`, and at all when that is 0.
 */
function expiries(reservation: Reservation, now: number, since: number): Expiry[] {
  const { hours, unverifiedHours } = reservation;
  const all: Expiry = { to: now - hours * hourMs };
  const unverified: Expiry = {
    from: since === 0 ? 0 : since - unverifiedHours * hourMs,
    to: now - unverifiedHours * hourMs,
    async only(orders) {
      const hoursOf = await reservedHours(reservation, orders);
      return orders.filter((order) => hoursOf(order) === unverifiedHours);
    },
  };
  return [...(hours === 0 ? [] : [all]), ...(unverifiedHours === hours ? [] : [unverified])];
}
