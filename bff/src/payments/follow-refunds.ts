import type { OrderDocument, Origin } from '@karigar/events';
import type { GatewayRefund } from './payment-gateway.ts';
import type { PaymentOutcome, PaymentParts } from './payment-parts.ts';
import { refundFault } from './refund-words.ts';
import { tellOnce } from './tell-once.ts';

/**
 * Brings an order to where the refunds of its payment stand at the provider, whoever made them there. Asks again after each change,
 * because what was read may have been old: a refund that has failed meanwhile must not stay recorded as gone. Answers whether
 * anything changed. Throws GatewayUnavailableError and what the log throws.
 */
export async function followRefunds(
  parts: PaymentParts,
  order: OrderDocument,
  origin: Origin,
): Promise<{ changed: boolean }> {
  if (order.transactionId === null) return { changed: false };
  for (let changed = false; ; changed = true) {
    let moved = false;
    const refunds = await parts.background.refunds(order.transactionId);
    for (const refund of refunds.toReversed()) {
      if (await followRefund(parts, order, refund, origin)) moved = true;
    }
    if (!moved) return { changed };
  }
}

/** Records where one refund of an order's payment stands. Answers whether that was new; a failure is told to the operators too, once. */
export async function followRefund(
  parts: PaymentParts,
  order: OrderDocument,
  refund: GatewayRefund,
  origin: Origin,
): Promise<boolean> {
  const { log, notice } = parts;
  const { id: refundId, amount, status, failure, metadata } = refund;
  const isOurs = metadata.orderId === order.id && metadata.shop === (await log.shop());
  const attempt = isOurs && /^\d+$/.test(metadata.attempt ?? '') ? Number(metadata.attempt) : null;
  const does = async (command: Parameters<typeof log.afterPayment>[1], outcome: PaymentOutcome) => {
    const { changed } = await log.afterPayment(order.id, command, origin);
    if (changed) notice(outcome);
    return changed;
  };
  if (status !== 'failed' && status !== 'canceled') {
    const by = attempt === null ? 'provider' : 'shop';
    return does({ type: 'record-refund', refundId, amount, by }, 'refunded');
  }
  const reason = failure ?? status;
  // Told before it is recorded: whoever dies in between does both again.
  await tellOfFailure(parts, order, { id: refundId, amount, reason });
  if (await does({ type: 'fail-refund', failed: { refundId }, reason }, 'refund-refused')) return true;
  return attempt !== null && does({ type: 'fail-refund', failed: { attempt }, reason }, 'refund-refused');
}

/** Tells the operators once that a refund failed: `id` is the refund's, or names the request that was refused; `amount` in cents. */
export async function tellOfFailure(
  parts: PaymentParts,
  { id: orderId, transactionId: intentId }: OrderDocument,
  { id, amount, reason }: { id: string; amount: number; reason: string },
): Promise<void> {
  const sum = `$${(amount / 100).toFixed(2)}`;
  await tellOnce(parts, {
    kind: 'refund.failed',
    id,
    why: `${sum} of order ${orderId} could not be given back: ${refundFault(reason)}`,
    detail: { orderId, intentId, refund: id, amount, reason },
  });
}
