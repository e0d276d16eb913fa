import {
  type DeletedOrder,
  isDeleted,
  isOrderRejected,
  type OrderDocument,
  type Origin,
} from '@karigar/events';
import { followMoney } from './follow-money.ts';
import { type GatewayIntent, GatewayRefusedError, hasFailed } from './payment-gateway.ts';
import { cents, type PaymentParts } from './payment-parts.ts';
import { tellOfPayment } from './tell-operators.ts';

/**
 * What became of a payment. `paid`: the order is paid by it (`changed` is false when it was before); `refunded`: it came for an order that
 * is deleted or paid otherwise, and was given back or, where the provider refused that, told to a person; `mismatch`, `unknown-order`: a
 * person has to look, nothing was done.
 */
export type Settlement =
  | { readonly kind: 'paid'; readonly changed: boolean; readonly order: OrderDocument }
  | { readonly kind: 'refunded'; readonly why: 'ORDER_GONE' | 'ORDER_PAID' }
  | { readonly kind: 'mismatch' | 'unknown-order' };

/**
 * The one way in which an order of this shop becomes paid. Client, webhook and watch all end here, in any order and as often as they like.
 * `intent` must be fresh from the provider, this shop's own and succeeded: nothing that a browser or a message says is believed. `order` is
 * the one that it names, or the one that its payer claims with a payment that names none; null when the log does not hold it. The log
 * refuses to pay one that was deleted or paid since it was read. Money that went back before it paid is followed at once.
 */
export async function settlePayment(
  parts: PaymentParts,
  intent: GatewayIntent,
  order: OrderDocument | DeletedOrder | null,
  origin: Origin,
): Promise<Settlement> {
  const { log, notice } = parts;
  const { orderId, uid } = intent.metadata;
  if (order === null) {
    notice('unknown-order');
    await tellOfPayment(
      log,
      intent,
      'payment.unknown-order',
      'Money came for an order that the log does not hold',
    );
    return { kind: 'unknown-order' };
  }
  if (isDeleted(order)) return giveBack(parts, intent, 'ORDER_GONE');
  if (order.transactionId === intent.id) {
    notice('repeated');
    return { kind: 'paid', changed: false, order };
  }
  if (order.status !== 'unpaid') return giveBack(parts, intent, 'ORDER_PAID');
  if (!fits(intent, order) || (orderId !== undefined && uid !== order.uid)) {
    notice('mismatch');
    await tellOfPayment(log, intent, 'payment.mismatch', 'Amount, currency or payer do not fit the order');
    return { kind: 'mismatch' };
  }
  try {
    const paid = await log.pay({ orderId: order.id, transactionId: intent.id, ...origin });
    notice(paid.changed ? 'paid' : 'repeated');
    const now = intent.returned ? await followMoney(parts, paid.order, origin) : paid.order;
    return { kind: 'paid', changed: paid.changed, order: now };
  } catch (error) {
    if (orderId !== order.id) throw error;
    // Between reading and writing the order may have been deleted or paid; then the money goes back.
    if (isOrderRejected(error, 'ORDER_GONE')) return giveBack(parts, intent, 'ORDER_GONE');
    if (isOrderRejected(error, 'ORDER_PAID')) return giveBack(parts, intent, 'ORDER_PAID');
    throw error;
  }
}

/** The order, if this transaction has paid it; else null. */
export const paidBy = (
  order: OrderDocument | DeletedOrder | null,
  transactionId: string,
): OrderDocument | null =>
  order !== null && !isDeleted(order) && order.transactionId === transactionId ? order : null;

/** Whether the money that came is exactly the order's total in US dollars. */
export function fits(intent: GatewayIntent, order: OrderDocument): boolean {
  const total = cents(order.price);
  return intent.currency === 'usd' && intent.amount === total && intent.received === total;
}

/** Gives all of a payment back, once, and tells the operators. Throws GatewayUnavailableError. */
async function giveBack(
  { log, background, notice }: PaymentParts,
  intent: GatewayIntent,
  why: 'ORDER_GONE' | 'ORDER_PAID',
): Promise<Settlement> {
  const { shop = '', orderId = '' } = intent.metadata;
  const refund = { intentId: intent.id, key: `refund:${intent.id}`, reason: 'other' } as const;
  let fault: string | null;
  try {
    // Nothing that changes between two tries: the key stands for the very same request.
    const made = await background.refund({ ...refund, metadata: { shop, orderId, by: 'shop' } });
    fault = hasFailed(made) ? (made.failure ?? made.status) : null;
  } catch (error) {
    if (!(error instanceof GatewayRefusedError)) throw error;
    fault = error.code === 'charge_already_refunded' ? null : error.code;
  }
  const reason = why === 'ORDER_GONE' ? 'the order had been deleted' : 'another payment had paid the order';
  const [kind, end] =
    fault === null
      ? ['payment.refunded', 'it was given back']
      : ['payment.refund-refused', `it could not be given back (${fault}): refund it by hand`];
  await tellOfPayment(log, intent, kind, `Money came although ${reason}; ${end}`);
  notice(fault === null ? 'refunded' : 'refund-refused');
  return { kind: 'refunded', why };
}
