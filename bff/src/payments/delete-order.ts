import {
  type DeletionReason,
  isDeleted,
  isOrderRejected,
  type OrderDocument,
  type OrderLog,
  OrderRejectedError,
  type Origin,
} from '@karigar/events';
import { ProblemError } from '../problem/problem-error.ts';
import { orderPages } from './order-pages.ts';
import { type PaymentParts, requireUnpaid } from './payment-parts.ts';
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
    if (registered !== null) await endIntent(parts, order, registered, origin);
    try {
      return await log.remove({ orderId, reason, expectedIntent: registered, ...origin });
    } catch (error) {
      if (!isOrderRejected(error, 'INTENT_CHANGED')) throw error;
    }
  }
  throw new ProblemError('VERSION_CONFLICT', 'This order has just changed. Try again.');
}

/** Deletes the unpaid orders of accounts, apart from those that are refused as `leaves` allows. Throws what `deleteOrder` throws. */
export async function deleteUnpaidOrders(
  { log, payments }: { readonly log: OrderLog; readonly payments: PaymentParts },
  uids: readonly string[],
  { reason, ...origin }: Origin & { readonly reason: DeletionReason },
  leaves: (error: unknown) => boolean,
): Promise<void> {
  if (uids.length === 0) return;
  for await (const page of orderPages(log, { uids, states: ['unpaid'] }))
    for (const { id } of page)
      await deleteOrder(payments, id, reason, origin).catch((error: unknown) => {
        if (!leaves(error)) throw error;
      });
}

/** Makes sure that an intent can no longer be paid. Throws when it was, or is about to be. */
async function endIntent(
  parts: PaymentParts,
  order: OrderDocument,
  intentId: string,
  origin: Origin,
): Promise<void> {
  const intent = await parts.gateway.cancel(intentId);
  if (intent?.state === 'succeeded') {
    await settlePayment(parts, intent, order, origin);
    throw new OrderRejectedError('ORDER_PAID');
  }
  if (intent?.state === 'processing' || intent?.state === 'payable')
    throw new ProblemError(
      'PAYMENT_PROCESSING',
      'A payment for this order is being processed. Wait for its result.',
    );
}
