import {
  type DeletionReason,
  isDeleted,
  isOrderRejected,
  OrderRejectedError,
  type Origin,
} from '@karigar/events';
import { isProblemError, ProblemError } from '../problem/problem-error.ts';
import { orderPages, type PaymentParts, requireUnpaid } from './payment-parts.ts';
import { settlePayment } from './settle-payment.ts';

const maxTries = 5;

/**
 * Deletes an unpaid order and frees its stock, after the provider has confirmed that nobody can pay it any more. If it says that
 * the money has just come, the order becomes paid instead. `changed` is false when it was deleted before. Throws
 * OrderRejectedError ORDER_NOT_FOUND or ORDER_PAID, ProblemError 409 PAYMENT_PROCESSING, and 503 while the provider is away.
 */
export async function deleteOrder(
  parts: PaymentParts,
  orderId: string,
  reason: DeletionReason,
  origin: Origin,
): Promise<{ changed: boolean }> {
  const { log } = parts;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const found = await log.order(orderId);
    if (found !== null && isDeleted(found)) return { changed: false };
    const order = requireUnpaid(found);
    const registered = await log.intent(orderId);
    const intent = registered === null ? null : await parts.gateway.cancel(registered);
    if (intent?.state === 'succeeded') {
      await settlePayment(parts, intent, order, origin);
      throw new OrderRejectedError('ORDER_PAID');
    }
    if (intent?.state === 'processing' || intent?.state === 'payable') {
      const wait = 'A payment for this order is being processed. Wait for its result.';
      throw new ProblemError('PAYMENT_PROCESSING', wait);
    }
    try {
      return await log.remove({ orderId, reason, expectedIntent: registered, ...origin });
    } catch (error) {
      if (!isOrderRejected(error, 'INTENT_CHANGED')) throw error;
    }
  }
  throw new ProblemError('VERSION_CONFLICT', 'This order has just changed. Try again.');
}

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
