import { isOrderRejected, type OrderDocument, type Origin } from '@karigar/events';
import { isProblemError } from '../problem/problem-error.ts';
import { deleteOrder } from './delete-order.ts';
import { orderPages } from './order-pages.ts';
import type { PaymentParts } from './payment-parts.ts';
import type { RoundFaults } from './round-faults.ts';

/** Which unpaid orders have waited too long. */
export interface Expiry {
  /** Placed before this time (ms). */
  readonly to: number;
  /** Answers which of these orders it is about; all of them when absent. */
  readonly only?: (orders: readonly OrderDocument[]) => Promise<readonly OrderDocument[]>;
}

/**
 * Deletes unpaid orders, each in the same way as its owner would. An order that is being paid right now stays for the next
 * round. Answers how many were deleted, also when the signal ended it. The faults of single orders go to `faults`. Throws when log or
 * provider are away.
 */
export async function expireUnpaid(
  parts: PaymentParts,
  { to, only = async (orders) => orders }: Expiry,
  origin: Origin,
  faults: RoundFaults,
  signal?: AbortSignal,
): Promise<number> {
  let expired = 0;
  for await (const page of orderPages(parts.log, { states: ['unpaid'], to }, signal)) {
    // A list and its period are read one after the other: only an order's own time decides that it is deleted.
    const due = page.filter(({ createdAt }) => createdAt < to);
    for (const { id } of await only(due)) {
      if (signal?.aborted) break;
      if (await faults.attempt(() => expireOne(parts, id, origin), false)) expired += 1;
    }
  }
  return expired;
}

async function expireOne(parts: PaymentParts, orderId: string, origin: Origin): Promise<boolean> {
  try {
    const { changed } = await deleteOrder(parts, orderId, 'expired', origin);
    if (changed) parts.notice('expired');
    return changed;
  } catch (error) {
    const racing =
      isOrderRejected(error) || (isProblemError(error) && error.status === 409) /* being paid, or changing */;
    if (racing) return false;
    throw error;
  }
}
