import { setTimeout as delay } from 'node:timers/promises';
import { oncePer, withLease } from './lease.ts';
import { type Expiry, expireUnpaid, reconcile, tellUnboundPayments } from './payment-chores.ts';
import type { PaymentParts } from './payment-parts.ts';
import { type Reservation, reservedHours } from './reservation.ts';

export interface PaymentWatchOptions {
  readonly reservation: Reservation;
  /** Pause between two rounds (ms). */
  readonly everyMs: number;
  /** Told of a round that failed; the next one comes all the same. */
  readonly onError: (error: unknown) => void;
  /** Told of a round that this process has done, with what changed. */
  readonly onRound?: (round: {
    readonly reconciled: number;
    readonly expired: number;
    readonly unbound: number;
  }) => void;
}

const leaseMs = 60_000;
const hourMs = 3_600_000;
/** Each round asks the provider about orders of the last hour; older ones, of which there are many, now and then. */
const everyOrderEachSeconds = 600;
/** Listing a week of payments is dear, and an answer is not urgent: the payer has waited a day already. */
const unboundEachSeconds = 3_600;

/**
 * Keeps an eye on payments in the background: settles what nobody told us of, frees the stock of orders that stayed unpaid too
 * long, and tells the operators of payments without an order. Any number of processes may run it; one at a time works. Stop
 * it by awaiting the returned function.
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
        oneRound(parts, options, signal),
      );
      if (round) options.onRound?.(round);
    } catch (error) {
      options.onError(error);
    }
  }
}

async function oneRound(parts: PaymentParts, options: PaymentWatchOptions, signal: AbortSignal) {
  const { redis } = parts.log;
  const now = Date.now();
  const correlationId = `payment-watch-${now}`;
  const since = (await oncePer(redis, 'reconcile-all', everyOrderEachSeconds)) ? 0 : now - hourMs;
  const reconciled = await reconcile(parts, since, { actor: 'system:reconciler', correlationId }, signal);
  const origin = { actor: 'system:expiry', correlationId };
  let expired = 0;
  for (const expiry of expiries(options.reservation, now, since))
    if (!signal.aborted) expired += await expireUnpaid(parts, expiry, origin, signal);
  const sweep = !signal.aborted && (await oncePer(redis, 'unbound-payments', unboundEachSeconds));
  const unbound = sweep ? await tellUnboundPayments(parts, Date.now()) : 0;
  return { reconciled, expired, unbound };
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
