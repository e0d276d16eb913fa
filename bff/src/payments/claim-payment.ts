import {
  type DeletedOrder,
  isDeleted,
  isMoneyDisputed,
  isOrderRejected,
  type OrderDocument,
  OrderRejectedError,
  type Origin,
  requireLive,
} from '@karigar/events';
import { type Owner, owns } from '../identity/ownership.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { type GatewayIntent, givenBack } from './payment-gateway.ts';
import type { PaymentParts } from './payment-parts.ts';
import { fits, settlePayment } from './settle-payment.ts';

/**
 * Takes a client's word that `transactionId` has paid an order as a hint only: what the provider says counts. A payment that was made
 * without an order pays one of its payer's, also when the order is one of `claimer`'s former account. Throws
 * OrderRejectedError (ORDER_GONE, ORDER_PAID, TRANSACTION_USED) and ProblemError 409 PAYMENT_NOT_COMPLETED,
 * PAYMENT_PROCESSING or PAYMENT_MISMATCH, or 503 while the provider is away.
 */
export async function claimPayment(
  parts: PaymentParts,
  order: OrderDocument | DeletedOrder,
  transactionId: string,
  origin: Origin,
  claimer: Owner,
): Promise<{ changed: boolean }> {
  const { gateway } = parts;
  if (isPaidBy(order, transactionId)) return { changed: false };
  const intent = /^pi_\w{1,250}$/.test(transactionId) ? await gateway.find(transactionId) : null;
  if (intent === null || intent.state === 'foreign') throw mismatch();
  if (intent.state === 'processing')
    throw new ProblemError('PAYMENT_PROCESSING', 'Your payment is still being processed. Check again soon.');
  if (intent.state !== 'succeeded')
    throw new ProblemError('PAYMENT_NOT_COMPLETED', 'This payment has not been completed.');
  if (intent.metadata.orderId === undefined) {
    return bindPayment(parts, intent, requireLive(order), origin, claimer);
  }
  if (intent.metadata.orderId !== order.id) throw await notForThis(parts, intent);
  const settlement = await settlePayment(parts, intent, origin, order);
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
 * used for is noted at the provider first, so that it is not taken for a forgotten payment later. Money that went back since, or that the
 * payer's bank holds or has taken, pays nothing.
 */
async function bindPayment(
  { log, gateway, notice }: PaymentParts,
  intent: GatewayIntent,
  order: OrderDocument,
  origin: Origin,
  claimer: Owner,
): Promise<{ changed: boolean }> {
  const { uid } = intent.metadata;
  const isPayers = uid === order.uid || (uid === claimer.uid && (await owns(claimer, order)));
  if (!isPayers || !fits(intent, order)) throw mismatch();
  if (order.status !== 'unpaid') throw new OrderRejectedError('ORDER_PAID');
  const before = intent.metadata.usedFor;
  if (before !== undefined && before !== order.id && isPaidBy(await log.order(before), intent.id))
    throw new OrderRejectedError('TRANSACTION_USED', { orderId: before });
  const [refunds, disputes] = [await gateway.refunds(intent.id), await gateway.disputes(intent.id)];
  if (givenBack(refunds) > 0 || disputes.some(isMoneyDisputed))
    throw mismatch('This payment was refunded or is disputed. Please pay for this order again.');
  if (before !== order.id) await gateway.mark(intent.id, { usedFor: order.id });
  try {
    const { changed } = await log.pay({ orderId: order.id, transactionId: intent.id, ...origin });
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
  return isPaidBy(await log.order(owner), intent.id)
    ? new OrderRejectedError('TRANSACTION_USED', { orderId: owner })
    : mismatch();
}

/** Whether an order, if there is one, is paid by this transaction. */
export const isPaidBy = (order: OrderDocument | DeletedOrder | null, transactionId: string): boolean =>
  order !== null && !isDeleted(order) && order.transactionId === transactionId;

const mismatch = (why = 'This payment does not belong to this order.') =>
  new ProblemError('PAYMENT_MISMATCH', why);
