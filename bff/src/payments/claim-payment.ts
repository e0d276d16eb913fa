import {
  type DeletedOrder,
  isMoneyDisputed,
  type OrderDocument,
  OrderRejectedError,
  type Origin,
} from '@karigar/events';
import { type Owner, owns } from '../identity/ownership.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { type GatewayIntent, givenBack } from './payment-gateway.ts';
import { isClaimed, type PaymentParts, requireCards, requireUnpaid } from './payment-parts.ts';
import { fits, paidBy, settlePayment } from './settle-payment.ts';

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
  const { log, gateway } = parts;
  if (paidBy(order, transactionId) !== null) return { changed: false };
  requireCards(parts);
  const intent = /^pi_\w{1,250}$/.test(transactionId) ? await gateway.find(transactionId) : null;
  if (intent === null || intent.state === 'foreign') throw mismatch();
  if (intent.state === 'processing')
    throw new ProblemError('PAYMENT_PROCESSING', 'Your payment is still being processed. Check again soon.');
  if (intent.state !== 'succeeded')
    throw new ProblemError('PAYMENT_NOT_COMPLETED', 'This payment has not been completed.');
  const named = intent.metadata.orderId;
  if (named !== order.id) {
    const usedFor = await log.orderIdOfPayment(intent.id);
    if (usedFor !== null) throw new OrderRejectedError('TRANSACTION_USED', { orderId: usedFor });
    if (named !== undefined) throw mismatch();
    await checkUnbound(parts, intent, order, claimer);
  }
  const settled = await settlePayment(parts, intent, order, origin);
  if (settled === 'PAYMENT_MISMATCH') throw mismatch();
  if (typeof settled === 'string') throw new OrderRejectedError(settled);
  return { changed: settled.changed };
}

/**
 * Refuses a payment that names no order unless it is its payer's, of exactly the order's amount, and none of its money went back or is held
 * or taken by the payer's bank. Money that goes back after this look is found by the watch.
 */
async function checkUnbound(
  { gateway }: PaymentParts,
  intent: GatewayIntent,
  found: OrderDocument | DeletedOrder,
  claimer: Owner,
): Promise<void> {
  const { uid } = intent.metadata;
  const isPayers = uid === found.uid || (uid === claimer.uid && (await owns(claimer, found)));
  if (!isPayers) throw mismatch();
  const unpaid = requireUnpaid(found);
  // The customer may have paid by hand already.
  if (isClaimed(unpaid)) throw new OrderRejectedError('PAYMENT_CLAIMED');
  if (!fits(intent, unpaid)) throw mismatch();
  const [refunds, disputes] = [await gateway.refunds(intent.id), await gateway.disputes(intent.id)];
  if (givenBack(refunds) > 0 || disputes.some(isMoneyDisputed))
    throw mismatch('This payment was refunded or is disputed. Please pay for this order again.');
}

const mismatch = (why = 'This payment does not belong to this order.') =>
  new ProblemError('PAYMENT_MISMATCH', why);
