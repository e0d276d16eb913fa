import { isOrderRejected, type OrderDocument, type Origin } from '@karigar/events';
import { isProblemError } from '../problem/problem-error.ts';
import { isPaidBy } from './claim-payment.ts';
import { deleteOrder } from './delete-order.ts';
import { orderPages } from './order-pages.ts';
import type { PaymentParts } from './payment-parts.ts';
import type { RoundFaults } from './round-faults.ts';
import { tellOfPayment } from './tell-once.ts';

const dayMs = 24 * 3_600_000;

/** Which unpaid orders have waited too long. */
export interface Expiry {
  /** Placed at or after this time (ms). */
  readonly from?: number;
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
  { from, to, only = async (orders) => orders }: Expiry,
  origin: Origin,
  faults: RoundFaults,
  signal?: AbortSignal,
): Promise<number> {
  let expired = 0;
  for await (const page of orderPages(parts.log, { states: ['unpaid'], from, to }, signal)) {
    const due = await only(page);
    for (const order of due) {
      if (signal?.aborted) break;
      if (await faults.attempt(() => expireOne(parts, order, origin), false)) expired += 1;
    }
  }
  return expired;
}

async function expireOne(parts: PaymentParts, order: OrderDocument, origin: Origin): Promise<boolean> {
  try {
    const { changed } = await deleteOrder(parts, order.id, 'expired', origin);
    if (changed) parts.notice('expired');
    return changed;
  } catch (error) {
    const racing =
      isOrderRejected(error) || (isProblemError(error) && error.status === 409) /* being paid, or changing */;
    if (racing) return false;
    throw error;
  }
}

/**
 * Tells the operators of payments that name no order and were not used for one within `afterMs` (24 hours), looking back one
 * week further. A person refunds them; the shop does not guess. Answers how many it told of.
 */
export async function tellUnboundPayments(
  parts: PaymentParts,
  now: number,
  afterMs = dayMs,
): Promise<number> {
  const { log, gateway, notice } = parts;
  let told = 0;
  for await (const intent of gateway.between(now - afterMs - 7 * dayMs, now - afterMs)) {
    const { orderId, usedFor, told: before } = intent.metadata;
    if (orderId !== undefined || before !== undefined) continue;
    if (intent.state !== 'succeeded') continue;
    if (usedFor !== undefined && isPaidBy(await log.order(usedFor), intent.id)) continue;
    await tellOfPayment(
      parts,
      intent,
      'payment.unbound',
      'A payment names no order; refund it or ask the payer',
    );
    await gateway.mark(intent.id, { told: 'yes' });
    notice('unbound');
    told += 1;
  }
  return told;
}
