import { isOrderRejected, OrderRejectedError, type Origin } from '@karigar/events';
import { ProblemError } from '../problem/problem-error.ts';
import { type PaymentParts, requireUnpaid } from './payment-parts.ts';
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
  const { log } = parts;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const order = requireUnpaid(await log.order(orderId));
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
      return await change(registered);
    } catch (error) {
      if (!isOrderRejected(error, 'INTENT_CHANGED')) throw error;
    }
  }
  throw new ProblemError('VERSION_CONFLICT', 'This order has just changed. Try again.');
}
