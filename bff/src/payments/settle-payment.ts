import {
  type DeletedOrder,
  isDeleted,
  isMoneyDisputed,
  isOrderRejected,
  type OrderDocument,
  OrderRejectedError,
  type Origin,
} from '@karigar/events';
import { currency } from '../contracts/money.ts';
import { type Owner, owns } from '../identity/ownership.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { type GatewayIntent, givenBack, isReturned } from './payment-gateway.ts';
import {
  cents,
  type FoundOrder,
  type PaymentParts,
  refuseUsed,
  requireCards,
  requirePayable,
  requireUnpaid,
} from './payment-parts.ts';
import { followMoney } from './refund-order.ts';
import { tellOfPayment } from './tell-operators.ts';

/**
 * What became of a payment: the order that it pays (`changed` is false when it was paid before), or why it pays none. Money for an order that
 * is deleted or paid otherwise was given back or, where the provider refused that, told to a person; in the other cases a person has to look.
 */
type Settlement =
  | { order: OrderDocument; changed: boolean }
  | keyof typeof needless
  | 'ORDER_NOT_FOUND'
  | 'PAYMENT_MISMATCH';

/** Why money for an order is needless. */
const needless = {
  ORDER_GONE: 'the order had been deleted',
  ORDER_PAID: 'another payment had paid the order',
};

/**
 * The one way in which an order of this shop becomes paid. Client, webhook and watch all end here, in any order and as often as they like.
 * `intent` must be fresh from the provider, this shop's own and succeeded: nothing that a browser or a message says is believed. `order` is
 * the one that it names, or the one that its payer claims with a payment that names none; null when the log does not hold it. The log
 * refuses to pay one that was deleted or paid since it was read. Money that went back before it paid is followed at once.
 */
export async function settlePayment(
  parts: PaymentParts,
  intent: GatewayIntent,
  order: FoundOrder,
  origin: Origin,
): Promise<Settlement> {
  const { log, notice } = parts;
  const { orderId, uid } = intent.metadata;
  const repeated = paidBy(order, intent.id);
  if (repeated !== null) return { order: repeated, changed: false };
  if (order === null) {
    const why = 'Money came for an order that the log does not hold';
    await tellOfPayment(parts, intent, 'unknown-order', why);
    return 'ORDER_NOT_FOUND';
  }
  try {
    const unpaid = requireUnpaid(order);
    if (!fits(intent, unpaid) || (orderId !== undefined && uid !== order.uid)) {
      await tellOfPayment(parts, intent, 'mismatch', 'Amount, currency or payer do not fit the order');
      return 'PAYMENT_MISMATCH';
    }
    const paid = await log.pay({ orderId: order.id, transactionId: intent.id, ...origin });
    notice(paid.changed ? 'paid' : 'repeated');
    return isReturned(intent) ? { ...paid, order: await followMoney(parts, paid.order, origin) } : paid;
  } catch (error) {
    const code = isOrderRejected(error, 'ORDER_GONE') ? 'ORDER_GONE' : 'ORDER_PAID';
    // A payment that names another order, or none, may pay one more.
    if (orderId !== order.id || !isOrderRejected(error, code)) throw error;
    await giveBack(parts, intent, needless[code]);
    return code;
  }
}

/** The order, if this transaction has paid it; else null. */
export const paidBy = (order: FoundOrder, transactionId: string): OrderDocument | null =>
  order !== null && !isDeleted(order) && order.transactionId === transactionId ? order : null;

/** Whether the money that came is exactly the order's total, in its currency. */
export function fits(intent: GatewayIntent, order: OrderDocument): boolean {
  const total = cents(order.price);
  return (
    intent.currency === currency().toLowerCase() &&
    intent.amount === total &&
    intent.amount_received === total
  );
}

/** Gives all of a payment back, once, and tells the operators. Throws GatewayUnavailableError. */
async function giveBack(parts: PaymentParts, intent: GatewayIntent, why: string): Promise<void> {
  const { shop = '', orderId = '' } = intent.metadata;
  // Nothing that changes between two tries: a key may only repeat the very same request.
  const metadata = { shop, orderId, by: 'shop' };
  const fault = await parts.background.refund(intent.id, `refund:${intent.id}`, 'other', metadata);
  const isBack = fault === null || fault === 'charge_already_refunded';
  const end = isBack ? 'it was given back' : `it could not be given back (${fault}): refund it by hand`;
  const outcome = isBack ? 'refunded' : 'refund-refused';
  await tellOfPayment(parts, intent, outcome, `Money came although ${why}; ${end}`);
}

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
    await refuseUsed(log, intent.id);
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
  if (!fits(intent, requirePayable(found))) throw mismatch();
  const [refunds, disputes] = [await gateway.refunds(intent.id), await gateway.disputes(intent.id)];
  if (givenBack(refunds) > 0 || disputes.some(isMoneyDisputed))
    throw mismatch('This payment was refunded or is disputed. Please pay for this order again.');
}

const mismatch = (why = 'This payment does not belong to this order.') =>
  new ProblemError('PAYMENT_MISMATCH', why);
