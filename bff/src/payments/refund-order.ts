import { type OrderDocument, type Origin, requireLive } from '@karigar/events';
import { type AuditOrigin, recordAudit } from '../audit.ts';
import type { RefundRequest } from '../contracts/order.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { withTimeout } from '../with-timeout.ts';
import { followMoney } from './follow-money.ts';
import { GatewayUnavailableError } from './payment-gateway.ts';
import { cents, orderPages, type PaymentParts } from './payment-parts.ts';
import { attempt } from './round-faults.ts';
import { refundFault, tellOfFailure } from './tell-operators.ts';

/** How long a person waits for the provider (ms): less than the page does, and most refunds take a second or two. */
const waitMs = 7_000;

/**
 * Gives back all that is left of an order's money, in an admin's name. The request is recorded first, so that a provider that does not
 * answer, or a server that dies, leaves work for the watch and loses nothing: then the answered order still has its `refundRequest`. Asking
 * again is harmless. Throws ProblemError 409 REFUND_REFUSED, and what the log throws.
 */
export async function refundOrder(
  parts: PaymentParts,
  orderId: string,
  { reason, restock }: RefundRequest,
  by: AuditOrigin,
): Promise<OrderDocument> {
  const { log } = parts;
  const wish = { reason, restock };
  const asked = await log.afterPayment(orderId, { type: 'request-refund', ...wish }, by);
  // Recorded before the provider is asked: who gives money away is on record also when the provider refuses.
  if (asked.changed)
    await recordAudit(log.redis, by, { kind: 'order.refunded', subject: orderId, detail: { after: wish } });
  if (asked.order.refundRequest === null) return asked.order;
  const finished = finishRefund(parts, asked.order, by).catch((error: unknown) => {
    if (error instanceof GatewayUnavailableError) return null;
    throw error;
  });
  const order = (await withTimeout(waitMs, finished, () => null)) ?? requireLive(await log.order(orderId));
  if (order.refundFailure !== null)
    throw new ProblemError('REFUND_REFUSED', refundFault(order.refundFailure.reason));
  return order;
}

/**
 * Asks the provider for the refund that the order waits for, if any, and records what came of it. Any number may do so at once and as often
 * as they like: the key of the attempt is of one refund. Answers the order as it is then. Throws GatewayUnavailableError, after
 * which the order waits on, and what the log throws.
 */
async function finishRefund(
  parts: PaymentParts,
  order: OrderDocument,
  origin: Origin,
): Promise<OrderDocument> {
  const { log, background, notice } = parts;
  const { id: orderId, refundRequest: request, transactionId: intentId } = order;
  if (request === null || intentId === null) return order;
  const { attempt, reason } = request;
  const metadata = { shop: await log.shop(), orderId, attempt: String(attempt) };
  const refusal = await background.refund(intentId, `refund:${intentId}:${attempt}`, reason, metadata);
  // Parts that went back before are recorded first, so that the pieces return with ours, which is the last. And what is refused may have been
  // done before, by another server or in the provider's dashboard.
  const followed = await followMoney(parts, order, origin);
  if (refusal === null || followed.refundRequest?.attempt !== attempt) return followed;
  const amount = cents(order.price) - (followed.refund?.amount ?? 0);
  await tellOfFailure(parts, order, `${intentId}:${attempt}`, amount, refusal);
  const command = { type: 'fail-refund', failed: { attempt }, reason: refusal } as const;
  const failed = await log.afterPayment(orderId, command, origin);
  if (failed.changed) notice('refund-refused');
  return failed.order;
}

/**
 * Finishes every refund that was asked for and not answered. Adds the faults of single orders to `faults`. Throws when log or provider
 * are away.
 */
export async function finishRefunds(
  parts: PaymentParts,
  origin: Origin,
  faults: unknown[],
  signal?: AbortSignal,
): Promise<void> {
  for await (const page of orderPages(parts.log, { attention: true }, signal)) {
    for (const order of page)
      if (order.refundRequest !== null && order.paidWay === null && !signal?.aborted)
        await attempt(parts, faults, () => finishRefund(parts, order, origin));
  }
}
