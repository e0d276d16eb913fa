import { isOrderRejected, type Origin } from '@karigar/events';
import { isProblemError } from '../problem/problem-error.ts';
import { deleteOrder } from './delete-order.ts';
import { orderPages, type PaymentParts } from './payment-parts.ts';
import { heldUntil, hourMs, type Reservation } from './reservation.ts';
import type { RoundFaults } from './round-faults.ts';

/**
 * Deletes the unpaid orders that hold their stock no longer at `now` (ms), each in the same way as its owner would. An order that is being
 * paid right now stays for the next round. Answers how many were deleted, also when the signal ended it. The faults of single orders go to
 * `faults`. Throws when log or provider are away.
 */
export async function expireUnpaid(
  parts: PaymentParts,
  reservation: Reservation,
  now: number,
  origin: Origin,
  faults: RoundFaults,
  signal?: AbortSignal,
): Promise<number> {
  // The shorter of the two, which is 0 only when both are.
  const { unverifiedHours } = reservation;
  if (unverifiedHours === 0) return 0;
  let expired = 0;
  const to = now - unverifiedHours * hourMs;
  for await (const page of orderPages(parts.log, { states: ['unpaid'], to }, signal)) {
    const until = await heldUntil(reservation, page);
    for (const order of page) {
      if (signal?.aborted) break;
      // A list and its period are read one after the other: only an order's own time decides that it is deleted.
      if ((until(order) ?? now) >= now) continue;
      const done = await faults.attempt(() =>
        deleteOrder(parts, order.id, 'expired', origin).catch((error: unknown) => {
          // Being paid, or changing.
          if (isOrderRejected(error) || (isProblemError(error) && error.status === 409)) return null;
          throw error;
        }),
      );
      if (done === null || !('changed' in done) || !done.changed) continue;
      parts.notice('expired');
      expired += 1;
    }
  }
  return expired;
}
