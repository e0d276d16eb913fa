import { isDeleted, type OrderDocument, OrderRejectedError } from '@karigar/events';
import { ProblemError } from '../problem/problem-error.ts';
import { type GatewayIntent, GatewayRefusedError } from './payment-gateway.ts';
import { type Cause, cents, type PaymentParts } from './payment-parts.ts';
import { settlePayment } from './settle-payment.ts';

const maxTries = 6;

/**
 * Finds or opens the one open intent of an unpaid order. The client secret leaves this function only after the intent is
 * registered for the live order: a delete that races with it either finds the intent and cancels it, or makes the registration
 * fail. Throws OrderRejectedError ORDER_NOT_FOUND, ORDER_GONE, ORDER_PAID, and ProblemError.
 */
export async function openIntentFor(
  parts: PaymentParts,
  orderId: string,
  cause: Cause,
): Promise<GatewayIntent> {
  const { log, gateway } = parts;
  let attempt = 1;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const order = await unpaidOrder(parts, orderId);
    const registered = await log.intent(orderId);
    if (registered) {
      const known = await gateway.find(registered.intentId);
      if (known?.state === 'payable' || known?.state === 'processing') return known;
      if (known?.state === 'succeeded') {
        const { kind } = await settlePayment(parts, known, cause);
        if (kind === 'mismatch') throw mismatch();
        throw new OrderRejectedError('ORDER_PAID');
      }
      attempt = Math.max(attempt, registered.attempt + 1);
    }
    const intent = await open(parts, order, attempt);
    if (intent === null) {
      attempt += 1;
      continue;
    }
    const registration = await log.registerIntent({ orderId, intentId: intent.id, attempt });
    if (registration === 'registered') return intent;
    const current = registration === 'other' ? await log.intent(orderId) : null;
    // Nobody has seen this secret; the next round answers with the registered intent, or says why there is none.
    if (current?.intentId !== intent.id) await gateway.cancel(intent.id);
  }
  throw new ProblemError('VERSION_CONFLICT', 'The payment changed at the same moment. Try again.');
}

/** An intent over `dollars` without an order, as the old shop's client asks for; it belongs to the payer. */
export async function openUnboundIntent(
  { log, gateway }: PaymentParts,
  uid: string,
  dollars: number,
  key: string,
): Promise<GatewayIntent> {
  try {
    const { intent } = await gateway.open({
      amount: cents(dollars),
      description: 'Karigar payment',
      metadata: { shop: log.shop, uid },
      key: `${log.shop}:unbound:${key}`,
    });
    return intent;
  } catch (error) {
    if (error instanceof GatewayRefusedError) throw refusal(error);
    throw error;
  }
}

/** Opens the intent of an attempt; null when its key is used up and the next attempt must be taken. */
async function open(
  { log, gateway }: PaymentParts,
  order: OrderDocument,
  attempt: number,
): Promise<GatewayIntent | null> {
  try {
    const { intent, repeated } = await gateway.open({
      amount: cents(order.price),
      description: `Karigar order ${order.id}`,
      metadata: { shop: log.shop, orderId: order.id, uid: order.uid },
      key: `${log.shop}:${order.id}:${attempt}`,
    });
    if (!repeated) return intent;
    // A repeated answer shows the intent as it was when it was made.
    const now = await gateway.find(intent.id);
    return now?.state === 'canceled' ? null : now;
  } catch (error) {
    if (error instanceof GatewayRefusedError && error.reason === 'key-spent') return null;
    if (error instanceof GatewayRefusedError) throw refusal(error);
    throw error;
  }
}

async function unpaidOrder({ log }: PaymentParts, orderId: string): Promise<OrderDocument> {
  const order = await log.order(orderId);
  if (order === null) throw new OrderRejectedError('ORDER_NOT_FOUND');
  if (isDeleted(order)) throw new OrderRejectedError('ORDER_GONE');
  if (order.paid) throw new OrderRejectedError('ORDER_PAID');
  return order;
}

const mismatch = () =>
  new ProblemError('PAYMENT_MISMATCH', 'A payment came that does not fit this order. We are looking at it.');

const refusal = (cause: GatewayRefusedError) =>
  new ProblemError('INVALID', 'A card payment is possible from $1 to $999,999. Ask us for another way.', {
    errors: [{ field: 'price', message: 'This sum cannot be paid by card.' }],
    cause,
  });
