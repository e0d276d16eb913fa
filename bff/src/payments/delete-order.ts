import { type DeletionReason, isOrderRejected, OrderRejectedError, type Origin } from '@karigar/events';
import { isProblemError, ProblemError } from '../problem/problem-error.ts';
import { orderPages, type PaymentParts, requireUnpaid } from './payment-parts.ts';
import { settlePayment } from './settle-payment.ts';

const maxTries = 5;

/**
 * Makes a change to an unpaid order after the provider has confirmed that its open card payment cannot be paid any more; `change` is told
 * the intent that must still be registered. If the money has just come, the order becomes paid instead. Throws OrderRejectedError
 * ORDER_NOT_FOUND, ORDER_GONE or ORDER_PAID, ProblemError 409 PAYMENT_PROCESSING or VERSION_CONFLICT, 503 while the provider is away, and what
 * `change` throws.
 */
export async function withoutOpenPayment<T>(
  parts: PaymentParts,
  orderId: string,
  origin: Origin,
  change: (expectedIntent: string | null) => Promise<T>,
): Promise<T> {
  const { log, gateway } = parts;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const order = requireUnpaid(await log.order(orderId));
    const registered = await log.intent(orderId);
    const intent = registered === null ? null : await gateway.cancel(registered);
    if (intent?.state === 'succeeded') {
      await settlePayment(parts, intent, order, origin);
      throw new OrderRejectedError('ORDER_PAID');
    }
    if (intent?.state === 'processing' || intent?.state === 'payable') {
      const wait = 'A payment for this order is being processed. Wait for its result.';
      throw new ProblemError('PAYMENT_PROCESSING', wait);
    }
    try {
      return await change(registered);
    } catch (error) {
      if (!isOrderRejected(error, 'INTENT_CHANGED')) throw error;
    }
  }
  throw new ProblemError('VERSION_CONFLICT', 'This order has just changed. Try again.');
}

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
