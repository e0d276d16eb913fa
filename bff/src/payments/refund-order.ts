import { type OrderDocument, type OrderLog, type Origin, requireLive } from '@karigar/events';
import type Stripe from 'stripe';
import { type AuditOrigin, recordAudit } from '../audit.ts';
import type { RefundRequest } from '../contracts/payment.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { withTimeout } from '../with-timeout.ts';
import { failureOf, foremostDispute, GatewayUnavailableError } from './payment-gateway.ts';
import { cents, orderPages, type PaymentParts } from './payment-parts.ts';
import { attempt, type Round } from './payment-round.ts';
import { refundFault, tellOfDispute, tellOfFailure } from './tell-operators.ts';

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

/** Finishes every refund that was asked for and not answered. Throws when log or provider are away. */
export async function finishRefunds(round: Round): Promise<void> {
  const { parts, origin, signal } = round;
  for await (const page of orderPages(parts.log, { attention: true }, signal))
    for (const order of page)
      if (order.refundRequest !== null && order.paidWay === null && !signal.aborted)
        await attempt(round, () => finishRefund(parts, order, origin));
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
  const { log, background } = parts;
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
  const failed = { type: 'fail-refund', failed: { attempt }, reason: refusal } as const;
  return (await record(parts, orderId, failed, origin)).order;
}

/**
 * Brings a paid order to where the refunds and disputes of its payment stand at the provider, also those made in its dashboard. Asks again after
 * each change, because what was read may have been old: a refund that has failed meanwhile must not stay recorded as gone. Answers the
 * order as it is then. Throws GatewayUnavailableError and what the log throws.
 */
export async function followMoney(
  parts: PaymentParts,
  order: OrderDocument,
  origin: Origin,
): Promise<OrderDocument> {
  const { log, background } = parts;
  const intentId = order.transactionId ?? '';
  for (let now = order; ; ) {
    const { version } = now;
    const refunds = await background.refunds(intentId);
    for (const refund of refunds.toReversed()) now = await followRefund(parts, now, refund, origin);
    const disputes = await background.disputes(intentId);
    for (const dispute of disputes.toReversed()) await tellOfDispute(parts, intentId, order.id, dispute);
    const foremost = foremostDispute(disputes);
    if (foremost !== undefined) {
      const { id: disputeId, status, reason, amount } = foremost;
      const command = { type: 'record-dispute', disputeId, status, reason, amount } as const;
      now = (await log.afterPayment(order.id, command, origin)).order;
    }
    if (now.version === version) return now;
  }
}

/** Records where one refund of an order's payment stands; a failure is told to the operators too, once. */
async function followRefund(
  parts: PaymentParts,
  order: OrderDocument,
  refund: Stripe.Refund,
  origin: Origin,
): Promise<OrderDocument> {
  const { id: refundId, amount } = refund;
  const { orderId, attempt } = refund.metadata ?? {};
  const isOurs = orderId === order.id && attempt !== undefined;
  const does = (command: MoneyCommand) => record(parts, order.id, command, origin);
  const reason = failureOf(refund);
  if (reason === null) {
    const by = isOurs ? 'shop' : 'provider';
    return (await does({ type: 'record-refund', refundId, amount, by })).order;
  }
  // Told before it is recorded: a process that dies in between does both again.
  await tellOfFailure(parts, order, refundId, amount, reason);
  const taken = await does({ type: 'fail-refund', failed: { refundId }, reason });
  if (taken.changed || !isOurs) return taken.order;
  return (await does({ type: 'fail-refund', failed: { attempt: Number(attempt) }, reason })).order;
}

type MoneyCommand = Parameters<OrderLog['afterPayment']>[1] & { type: 'record-refund' | 'fail-refund' };

/** Records that money went back or did not, and counts it where that is news. */
async function record({ log, notice }: PaymentParts, orderId: string, command: MoneyCommand, origin: Origin) {
  const done = await log.afterPayment(orderId, command, origin);
  if (done.changed) notice(command.type === 'record-refund' ? 'refunded' : 'refund-refused');
  return done;
}
