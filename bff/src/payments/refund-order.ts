import { type OrderDocument, type Origin, requireLive } from '@karigar/events';
import type { RefundReason } from '../contracts/order.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { withTimeout } from '../with-timeout.ts';
import { followMoney } from './follow-money.ts';
import { orderPages } from './order-pages.ts';
import { GatewayRefusedError, GatewayUnavailableError } from './payment-gateway.ts';
import { cents, type PaymentParts } from './payment-parts.ts';
import type { RoundFaults } from './round-faults.ts';
import { refundFault, tellOfFailure } from './tell-operators.ts';

/** How long a person waits for the provider (ms): less than the page does, and most refunds take a second or two. */
const waitMs = 7_000;

/**
 * Gives back all that is left of an order's money. The request is recorded first, so that a provider that does not answer, or a server
 * that dies, leaves work for the watch and loses nothing: then the answered order still has its `refundRequest`. Asking again is
 * harmless; `onRequested` hears of a new request before the provider does. Throws ProblemError 409 REFUND_REFUSED, and what the log
 * throws.
 */
export async function refundOrder(
  parts: PaymentParts,
  orderId: string,
  wish: { readonly reason: RefundReason; readonly restock: boolean },
  origin: Origin,
  onRequested: () => Promise<void>,
): Promise<OrderDocument> {
  const command = { type: 'request-refund', reason: wish.reason, restock: wish.restock } as const;
  const asked = await parts.log.afterPayment(orderId, command, origin);
  if (asked.changed) await onRequested();
  if (asked.order.refundRequest === null) return asked.order;
  const finished = finishRefund(parts, asked.order, origin).catch((error: unknown) => {
    if (error instanceof GatewayUnavailableError) return null;
    throw error;
  });
  const order =
    (await withTimeout(waitMs, finished, () => null)) ?? requireLive(await parts.log.order(orderId));
  if (order.refundFailure !== null)
    throw new ProblemError('REFUND_REFUSED', refundFault(order.refundFailure.reason));
  return order;
}

/**
 * Asks the provider for the refund that the order waits for, if any, and records what came of it. Any number may do so at once and as often
 * as they like: the key of the attempt stands for one refund. Answers the order as it is then. Throws GatewayUnavailableError, after
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
  let refusal: GatewayRefusedError | undefined;
  try {
    const metadata = { shop: await log.shop(), orderId, attempt: String(attempt) };
    await background.refund({ intentId, key: `refund:${intentId}:${attempt}`, reason, metadata });
  } catch (error) {
    if (!(error instanceof GatewayRefusedError)) throw error;
    refusal = error;
  }
  // Parts that went back before are recorded first, so that the pieces return with ours, which is the last. And what is refused may have been
  // done before, by another server or in the provider's dashboard.
  const followed = await followMoney(parts, order, origin);
  if (refusal === undefined || followed.refundRequest?.attempt !== attempt) return followed;
  const amount = cents(order.price) - (followed.refund?.amount ?? 0);
  await tellOfFailure(log, order, { id: `${intentId}:${attempt}`, amount, reason: refusal.code });
  const command = { type: 'fail-refund', failed: { attempt }, reason: refusal.code } as const;
  const failed = await log.afterPayment(orderId, command, origin);
  if (failed.changed) notice('refund-refused');
  return failed.order;
}

/**
 * Finishes every refund that was asked for and not answered. Answers how many ended, well or not. The faults of single orders go to
 * `faults`. Throws when log or provider are away.
 */
export async function finishRefunds(
  parts: PaymentParts,
  origin: Origin,
  faults: RoundFaults,
  signal?: AbortSignal,
): Promise<number> {
  let ended = 0;
  for await (const page of orderPages(parts.log, { attention: true }, signal)) {
    for (const order of page) {
      if (order.refundRequest === null || signal?.aborted) continue;
      const finished = await faults.attempt(() => finishRefund(parts, order, origin), order);
      if (finished.refundRequest === null) ended += 1;
    }
  }
  return ended;
}
