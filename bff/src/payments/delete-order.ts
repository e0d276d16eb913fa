import { type DeletionReason, isOrderRejected, type Origin } from '@karigar/events';
import { isProblemError } from '../problem/problem-error.ts';
import { withoutOpenPayment } from './open-payment.ts';
import { orderPages, type PaymentParts } from './payment-parts.ts';

/**
 * Deletes an unpaid order and frees its stock, after the provider has confirmed that it cannot be paid any more. `changed` is false when it
 * was deleted before. Throws OrderRejectedError ORDER_NOT_FOUND, ORDER_PAID or PAYMENT_CLAIMED, and what `withoutOpenPayment` throws.
 */
export const deleteOrder = (
  parts: PaymentParts,
  orderId: string,
  reason: DeletionReason,
  origin: Origin,
): Promise<{ changed: boolean }> =>
  withoutOpenPayment(parts, orderId, origin, (expectedIntent) =>
    parts.log.remove({ orderId, reason, expectedIntent, ...origin }),
  ).catch((error: unknown) => {
    if (isOrderRejected(error, 'ORDER_GONE')) return { changed: false };
    throw error;
  });

/** Deletes the unpaid orders of accounts, apart from those that are refused with one of the codes `left`. Throws what `deleteOrder` throws. */
export async function deleteUnpaidOrders(
  payments: PaymentParts,
  uids: readonly string[],
  reason: DeletionReason,
  origin: Origin,
  left: readonly string[],
): Promise<void> {
  if (uids.length === 0) return;
  for await (const page of orderPages(payments.log, { uids, states: ['unpaid'] }))
    for (const { id } of page)
      await deleteOrder(payments, id, reason, origin).catch((error: unknown) => {
        if (!(isOrderRejected(error) || isProblemError(error)) || !left.includes(error.code)) throw error;
      });
}
