import { isOrderRejected, type Origin } from '@karigar/events';
import { isProblemError } from '../problem/problem-error.ts';
import { deleteOrder } from './delete-order.ts';
import { orderPages, type PaymentParts } from './payment-parts.ts';
import { heldUntil, hourMs, type Reservation } from './reservation.ts';
import { attempt } from './round-faults.ts';

/**
 * Deletes the unpaid orders that hold their stock no longer at `now` (ms), each in the same way as its owner would. An order that is being
 * paid right now stays for the next round. Adds the faults of single orders to `faults`. Throws when log or provider are away.
 */
export async function expireUnpaid(
  parts: PaymentParts,
  reservation: Reservation,
  now: number,
  origin: Origin,
  faults: unknown[],
  signal?: AbortSignal,
): Promise<void> {
  // The shorter of the two, which is 0 only when both are.
  const { unverifiedHours } = reservation;
  if (unverifiedHours === 0) return;
  const to = now - unverifiedHours * hourMs;
  for await (const page of orderPages(parts.log, { states: ['unpaid'], to }, signal)) {
    const until = await heldUntil(reservation, page);
    for (const order of page) {
      if (signal?.aborted) break;
      // A list and its period are read one after the other: only an order's own time decides that it is deleted.
      if ((until(order) ?? now) >= now) continue;
      await attempt(parts, faults, () =>
        deleteOrder(parts, order.id, 'expired', origin).then(
          ({ changed }) => changed && parts.notice('expired'),
          (error: unknown) => {
            // Being paid, or changing.
            if (!isOrderRejected(error) && !(isProblemError(error) && error.status === 409)) throw error;
          },
        ),
      );
    }
  }
}
