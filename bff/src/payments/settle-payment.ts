import {
  type DeletedOrder,
  isDeleted,
  isOrderRejected,
  type OrderDocument,
  type Origin,
} from '@karigar/events';
import { type GatewayIntent, GatewayRefusedError } from './payment-gateway.ts';
import { cents, type PaymentParts } from './payment-parts.ts';
import { tellOfPayment } from './tell-once.ts';

/**
 * What became of a payment. `paid`: the order is paid by it (`changed` is false when it was before); `open`: no money has
 * come; `refunded`: it came for an order that is deleted or paid otherwise, and was given back or, where the provider refused
 * that, told to a person; `mismatch`, `unknown-order`: a person has to look, nothing was done; `other-shop`, `unbound`: not for us
 * to touch.
 */
export type Settlement =
  | { readonly kind: 'paid'; readonly changed: boolean }
  | { readonly kind: 'open' | 'mismatch' | 'unknown-order' | 'other-shop' | 'unbound' }
  | { readonly kind: 'refunded'; readonly why: 'deleted' | 'paid-otherwise' };

/**
 * The one way in which an order of this shop becomes paid. Client, webhook and reconciler all end here, in any order and as
 * often as they like. `intent` must be fresh from the provider: nothing that a browser or a message says is believed.
 * `readOrder` is the intent's order where it has been read; the log refuses to pay one that was deleted or paid since.
 */
export async function settlePayment(
  parts: PaymentParts,
  intent: GatewayIntent,
  origin: Origin,
  readOrder?: OrderDocument | DeletedOrder,
): Promise<Settlement> {
  const { log, notice } = parts;
  const { orderId } = intent.metadata;
  if (intent.state === 'foreign') return { kind: 'other-shop' };
  if (orderId === undefined) return { kind: 'unbound' };
  if (intent.state !== 'succeeded') return { kind: 'open' };
  const order = readOrder ?? (await log.order(orderId));
  if (order === null) {
    notice('unknown-order');
    await tellOfPayment(
      parts,
      intent,
      'payment.unknown-order',
      'Money came for an order that the log does not hold',
    );
    return { kind: 'unknown-order' };
  }
  if (isDeleted(order)) return giveBack(parts, intent, 'deleted');
  if (order.transactionId === intent.id) {
    notice('repeated');
    return { kind: 'paid', changed: false };
  }
  if (order.status !== 'unpaid') return giveBack(parts, intent, 'paid-otherwise');
  if (!fits(intent, order) || intent.metadata.uid !== order.uid) {
    notice('mismatch');
    await tellOfPayment(parts, intent, 'payment.mismatch', 'Amount, currency or payer do not fit the order');
    return { kind: 'mismatch' };
  }
  try {
    const { changed } = await log.pay({ orderId, transactionId: intent.id, ...origin });
    notice(changed ? 'paid' : 'repeated');
    return { kind: 'paid', changed };
  } catch (error) {
    // Between reading and writing the order may have been deleted or paid; then the money goes back.
    if (isOrderRejected(error, 'ORDER_GONE')) return giveBack(parts, intent, 'deleted');
    if (isOrderRejected(error, 'ORDER_PAID')) return giveBack(parts, intent, 'paid-otherwise');
    throw error;
  }
}

/** Whether the money that came is exactly the order's total in US dollars. */
export function fits(intent: GatewayIntent, order: OrderDocument): boolean {
  const total = cents(order.price);
  return intent.currency === 'usd' && intent.amount === total && intent.received === total;
}

async function giveBack(
  parts: PaymentParts,
  intent: GatewayIntent,
  why: 'deleted' | 'paid-otherwise',
): Promise<Settlement> {
  const fault = await refundAll(parts, intent);
  const reason = why === 'deleted' ? 'the order had been deleted' : 'another payment had paid the order';
  const [kind, end] =
    fault === null
      ? ['payment.refunded', 'it was given back']
      : ['payment.refund-refused', `it could not be given back (${fault}): refund it by hand`];
  await tellOfPayment(parts, intent, kind, `Money came although ${reason}; ${end}`);
  parts.notice(fault === null ? 'refunded' : 'refund-refused');
  return { kind: 'refunded', why };
}

/**
 * Gives all of a payment back, once: whoever was here before has done it. Answers null, or the provider's word for why it does not. Throws
 * GatewayUnavailableError.
 */
async function refundAll(
  { background }: PaymentParts,
  { id, metadata }: GatewayIntent,
): Promise<string | null> {
  const { shop = '', orderId = '' } = metadata;
  try {
    const { status, failure } = await background.refund({
      intentId: id,
      key: `refund:${id}`,
      reason: 'other',
      // Nothing that changes between two tries: the key stands for the very same request.
      metadata: { shop, orderId, by: 'shop' },
    });
    return status === 'failed' || status === 'canceled' ? (failure ?? status) : null;
  } catch (error) {
    if (!(error instanceof GatewayRefusedError)) throw error;
    return error.reason === 'already-refunded' ? null : error.code || error.reason;
  }
}
