import { isDeleted, isOrderRejected, type OrderDocument, type Origin } from '@karigar/events';
import { currency } from '../contracts/money.ts';
import { followMoney } from './follow-money.ts';
import { type GatewayIntent, isReturned } from './payment-gateway.ts';
import { cents, type FoundOrder, type PaymentParts, requireUnpaid } from './payment-parts.ts';
import { tellOfPayment } from './tell-operators.ts';

/**
 * What became of a payment: the order that it pays (`changed` is false when it was paid before), or why it pays none. Money for an order that
 * is deleted or paid otherwise was given back or, where the provider refused that, told to a person; in the other cases a person has to look.
 */
export type Settlement =
  | { order: OrderDocument; changed: boolean }
  | 'ORDER_GONE'
  | 'ORDER_PAID'
  | 'ORDER_NOT_FOUND'
  | 'PAYMENT_MISMATCH';

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
    // Its payer claims another order, and may claim one more.
    if (orderId !== order.id) throw error;
    if (isOrderRejected(error, 'ORDER_GONE')) return giveBack(parts, intent, 'ORDER_GONE');
    if (isOrderRejected(error, 'ORDER_PAID')) return giveBack(parts, intent, 'ORDER_PAID');
    throw error;
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
async function giveBack(
  parts: PaymentParts,
  intent: GatewayIntent,
  why: 'ORDER_GONE' | 'ORDER_PAID',
): Promise<Settlement> {
  const { shop = '', orderId = '' } = intent.metadata;
  // Nothing that changes between two tries: a key may only repeat the very same request.
  const metadata = { shop, orderId, by: 'shop' };
  const fault = await parts.background.refund(intent.id, `refund:${intent.id}`, 'other', metadata);
  const isBack = fault === null || fault === 'charge_already_refunded';
  const reason = why === 'ORDER_GONE' ? 'the order had been deleted' : 'another payment had paid the order';
  const end = isBack ? 'it was given back' : `it could not be given back (${fault}): refund it by hand`;
  const outcome = isBack ? 'refunded' : 'refund-refused';
  await tellOfPayment(parts, intent, outcome, `Money came although ${reason}; ${end}`);
  return why;
}
