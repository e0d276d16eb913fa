import type { OrderDocument, Origin } from '@karigar/events';
import type Stripe from 'stripe';
import { failureOf, foremostDispute } from './payment-gateway.ts';
import type { PaymentOutcome, PaymentParts } from './payment-parts.ts';
import { tellOfDispute, tellOfFailure } from './tell-operators.ts';

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
  const { log, notice } = parts;
  const { id: refundId, amount } = refund;
  const { orderId, attempt } = refund.metadata ?? {};
  const isOurs = orderId === order.id && attempt !== undefined;
  const does = async (command: Parameters<typeof log.afterPayment>[1], outcome: PaymentOutcome) => {
    const done = await log.afterPayment(order.id, command, origin);
    if (done.changed) notice(outcome);
    return done;
  };
  const reason = failureOf(refund);
  if (reason === null) {
    const by = isOurs ? 'shop' : 'provider';
    return (await does({ type: 'record-refund', refundId, amount, by }, 'refunded')).order;
  }
  // Told before it is recorded: a process that dies in between does both again.
  await tellOfFailure(parts, order, refundId, amount, reason);
  const taken = await does({ type: 'fail-refund', failed: { refundId }, reason }, 'refund-refused');
  if (taken.changed || !isOurs) return taken.order;
  const failed = { attempt: Number(attempt) };
  return (await does({ type: 'fail-refund', failed, reason }, 'refund-refused')).order;
}
