import { isDeleted, isOrderRejected, type OrderDocument, OrderRejectedError } from '@karigar/events';
import { ProblemError } from '../problem/problem-error.ts';
import type { GatewayIntent } from './payment-gateway.ts';
import type { Cause, PaymentParts } from './payment-parts.ts';
import { fits, settlePayment } from './settle-payment.ts';

/**
 * A client says that `transactionId` has paid the order; the provider is asked and only its word counts. Throws
 * OrderRejectedError (ORDER_NOT_FOUND, ORDER_GONE, ORDER_PAID, TRANSACTION_USED) and ProblemError 409 PAYMENT_NOT_COMPLETED,
 * PAYMENT_PROCESSING or PAYMENT_MISMATCH, or 503 while the provider is away.
 */
export async function claimPayment(
  parts: PaymentParts,
  orderId: string,
  transactionId: string,
  cause: Cause,
): Promise<{ changed: boolean }> {
  const { log, gateway } = parts;
  const order = await log.order(orderId);
  if (order === null) throw new OrderRejectedError('ORDER_NOT_FOUND');
  if (!isDeleted(order) && order.transactionId === transactionId) return { changed: false };
  const intent = /^pi_\w{1,250}$/.test(transactionId) ? await gateway.find(transactionId) : null;
  if (intent === null || intent.metadata.shop !== log.shop) throw mismatch();
  if (intent.state === 'processing')
    throw new ProblemError('PAYMENT_PROCESSING', 'The payment is still being processed. Ask again soon.');
  if (intent.state !== 'succeeded')
    throw new ProblemError('PAYMENT_NOT_COMPLETED', 'This payment has not been completed.');
  if (intent.metadata.orderId === undefined) {
    if (isDeleted(order)) throw new OrderRejectedError('ORDER_GONE');
    return bindPayment(parts, intent, order, cause);
  }
  if (intent.metadata.orderId !== orderId) throw await notForThis(parts, intent);
  const settlement = await settlePayment(parts, intent, cause);
  switch (settlement.kind) {
    case 'paid':
      return { changed: settlement.changed };
    case 'refunded':
      throw new OrderRejectedError(settlement.why === 'deleted' ? 'ORDER_GONE' : 'ORDER_PAID');
    case 'open':
    case 'mismatch':
    case 'unknown-order':
    case 'other-shop':
    case 'unbound':
      throw mismatch();
    default:
      return settlement satisfies never;
  }
}

/**
 * Pays an order with a payment that was made without naming one. Only its payer's own order, of exactly its amount. What it is
 * used for is noted at the provider first, so that it is not taken for a forgotten payment later; nothing is refunded.
 */
async function bindPayment(
  { log, gateway, notice }: PaymentParts,
  intent: GatewayIntent,
  order: OrderDocument,
  cause: Cause,
): Promise<{ changed: boolean }> {
  if (intent.metadata.uid !== order.uid || !fits(intent, order)) throw mismatch();
  if (order.paid) throw new OrderRejectedError('ORDER_PAID');
  const before = intent.metadata.usedFor;
  if (before !== undefined && before !== order.id && (await paidBy(log.order(before), intent.id)))
    throw new OrderRejectedError('TRANSACTION_USED', { orderId: before });
  if (before !== order.id) await gateway.mark(intent.id, { usedFor: order.id });
  try {
    const { changed } = await log.pay({ orderId: order.id, transactionId: intent.id, ...cause });
    notice(changed ? 'paid' : 'repeated');
    return { changed };
  } catch (error) {
    const winner = isOrderRejected(error, 'TRANSACTION_USED') ? error.details.orderId : undefined;
    if (typeof winner === 'string') await gateway.mark(intent.id, { usedFor: winner });
    throw error;
  }
}

async function notForThis({ log }: PaymentParts, intent: GatewayIntent): Promise<Error> {
  const owner = intent.metadata.orderId ?? '';
  return (await paidBy(log.order(owner), intent.id))
    ? new OrderRejectedError('TRANSACTION_USED', { orderId: owner })
    : mismatch();
}

/** Whether an order, if it is there, is paid by this transaction. */
export async function paidBy(
  reading: Promise<Awaited<ReturnType<PaymentParts['log']['order']>>>,
  transactionId: string,
): Promise<boolean> {
  const order = await reading;
  return order !== null && !isDeleted(order) && order.transactionId === transactionId;
}

const mismatch = () => new ProblemError('PAYMENT_MISMATCH', 'This payment does not belong to this order.');
