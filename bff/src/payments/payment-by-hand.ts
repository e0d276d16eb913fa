import type { OrderDocument, Origin } from '@karigar/events';
import { type AuditOrigin, recordAudit } from '../audit.ts';
import type { ClaimRefusal, PaymentClaim, RefundRequest } from '../contracts/payment.ts';
import { invalid } from '../problem/problem-error.ts';
import { withoutOpenPayment } from './delete-order.ts';
import { cents, type PaymentParts, refuseUsed } from './payment-parts.ts';

/**
 * Records that a customer reports a payment by hand for their unpaid order; its open card payment is cancelled first, so that it is not paid
 * twice. Answers the order. Throws ProblemError 400 for an unknown way, OrderRejectedError TRANSACTION_USED or TOO_MANY_CLAIMS, and what
 * `withoutOpenPayment` throws.
 */
export async function claimPaymentByHand(
  parts: PaymentParts,
  orderId: string,
  { way, transactionId }: PaymentClaim,
  origin: Origin,
): Promise<OrderDocument> {
  const { log, ways } = parts;
  if (!ways.includes(way)) throw invalid('way', `Pay in one of these ways: ${ways.join(', ')}.`);
  await refuseUsed(log, transactionId, orderId);
  const { order } = await withoutOpenPayment(parts, orderId, origin, (expectedIntent) =>
    log.claim({ orderId, way, transactionId, expectedIntent, ...origin }),
  );
  return order;
}

/**
 * Records what an admin says of a reported payment: with a `reason` that it is not accepted, else that it was found and the order is paid.
 * Answers the order. Throws OrderRejectedError CLAIM_CHANGED, ORDER_PAID or TRANSACTION_USED.
 */
export async function decidePaymentByHand(
  { log, notice }: PaymentParts,
  orderId: string,
  decision: { transactionId: string; reason?: ClaimRefusal },
  by: AuditOrigin,
): Promise<OrderDocument> {
  const { order, changed } = await log.decideClaim(orderId, decision, by);
  if (!changed) return order;
  const isFound = decision.reason === undefined;
  const kind = isFound ? 'order.payment-confirmed' : 'order.payment-claim-refused';
  await recordAudit(log.redis, by, { kind, subject: orderId, detail: { ...decision } });
  if (isFound) notice('paid');
  return order;
}

/**
 * Records that an admin has sent back by hand all that is left of the money of an order that was paid by hand. Repeating it with the same
 * transaction id changes nothing. Answers the order. Throws ProblemError 400 without a transaction id, and what the log throws.
 */
export async function refundByHand(
  { log, notice }: PaymentParts,
  order: OrderDocument,
  { transactionId, ...wish }: RefundRequest,
  by: AuditOrigin,
): Promise<OrderDocument> {
  if (transactionId === undefined) {
    const message = `This order was paid with ${order.paidWay}. Send the money back, then enter the transaction ID.`;
    throw invalid('transactionId', message);
  }
  // The one that paid the order was not sent back.
  await refuseUsed(log, transactionId, transactionId === order.transactionId ? undefined : order.id);
  const asked = await log.afterPayment(order.id, { type: 'request-refund', ...wish }, by);
  const amount = cents(order.price) - (asked.order.refund?.amount ?? 0);
  const refund = { type: 'record-refund', refundId: transactionId, amount, by: 'shop' } as const;
  const done = await log.afterPayment(order.id, refund, by);
  if (!done.changed) return done.order;
  const detail = { after: { ...wish, transactionId } };
  await recordAudit(log.redis, by, { kind: 'order.refunded', subject: order.id, detail });
  notice('refunded');
  return done.order;
}
