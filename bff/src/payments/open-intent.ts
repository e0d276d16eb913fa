import { type OrderDocument, OrderRejectedError, requireLive } from '@karigar/events';
import { type Owner, owns } from '../identity/ownership.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { openUnboundIntent, sumRefused } from './open-unbound-intent.ts';
import { type GatewayIntent, GatewayRefusedError } from './payment-gateway.ts';
import { cents, type PaymentParts } from './payment-parts.ts';
import { settlePayment } from './settle-payment.ts';

const maxTries = 6;

/** What a payer asks for: the payment of an order, or one over a price. */
export interface PaymentRequest {
  readonly payer: Owner;
  /** The keyed hash of the address that asks, where it says who that is. */
  readonly from?: string | undefined;
  readonly orderId?: string | undefined;
  readonly price?: number | undefined;
  readonly correlationId: string;
}

/**
 * Opens the payment of an order, or one over `price` dollars without an order, as the old shop's client asks for. Throws what
 * the guard, {@link openIntentFor} and {@link openUnboundIntent} throw.
 */
export async function openPayment(
  parts: PaymentParts,
  { payer, from, orderId, price, correlationId }: PaymentRequest,
): Promise<GatewayIntent> {
  await parts.guard.check({ uid: payer.uid, from });
  if (orderId !== undefined) return openIntentFor(parts, payer, from, orderId, correlationId);
  if (price !== undefined) return openUnboundIntent(parts, { uid: payer.uid, from }, price);
  throw new ProblemError('INVALID', 'Send orderId, or price');
}

/**
 * Finds or opens the one open intent of a payer's own unpaid order. The client secret leaves this function only after the intent
 * is registered for the live order: a delete that races with it either finds the intent and cancels it, or makes the registration
 * fail. Throws OrderRejectedError ORDER_NOT_FOUND, ORDER_GONE, ORDER_PAID, and ProblemError.
 */
async function openIntentFor(
  parts: PaymentParts,
  payer: Owner,
  from: string | undefined,
  orderId: string,
  correlationId: string,
): Promise<GatewayIntent> {
  const { log, gateway } = parts;
  let attempt = 1;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const order = await unpaidOrder(parts, payer, orderId);
    const registered = await log.intent(orderId);
    if (registered) {
      const current = await gateway.find(registered.intentId);
      if (current?.state === 'payable' || current?.state === 'processing') return current;
      if (current?.state === 'succeeded') {
        const cause = { actor: `user:${payer.uid}`, correlationId };
        const { kind } = await settlePayment(parts, current, cause, order);
        if (kind === 'mismatch') throw mismatch();
        throw new OrderRejectedError('ORDER_PAID');
      }
      attempt = Math.max(attempt, registered.attempt + 1);
    }
    const intent = await open(parts, order, from, attempt);
    if (intent === null) {
      attempt += 1;
      continue;
    }
    const registration = await log.registerIntent({
      orderId,
      intentId: intent.id,
      attempt,
      seen: registered?.intentId,
    });
    if (registration === 'registered') return intent;
    const current = registration === 'other' ? await log.intent(orderId) : null;
    // Nobody has seen this secret; the next round answers with the registered intent, or says why there is none.
    if (current?.intentId !== intent.id) await gateway.cancel(intent.id);
  }
  throw new ProblemError('VERSION_CONFLICT', 'This payment has just changed. Try again.');
}

/** Opens the intent of an attempt; null when its key is used up and the next attempt must be taken. */
async function open(
  { log, gateway }: PaymentParts,
  order: OrderDocument,
  from: string | undefined,
  attempt: number,
): Promise<GatewayIntent | null> {
  const shop = await log.shop();
  try {
    const { intent, repeated } = await gateway.open({
      amount: cents(order.price),
      description: `Karigar order ${order.id}`,
      metadata: { orderId: order.id, uid: order.uid, ...(from === undefined ? {} : { from }) },
      key: `${shop}:${order.id}:${attempt}`,
    });
    if (!repeated) return intent;
    // A repeated answer shows the intent as it was when it was made.
    const now = await gateway.find(intent.id);
    return now?.state === 'canceled' ? null : now;
  } catch (error) {
    if (error instanceof GatewayRefusedError && error.reason === 'key-spent') return null;
    if (error instanceof GatewayRefusedError) throw sumRefused(error);
    throw error;
  }
}

async function unpaidOrder({ log }: PaymentParts, payer: Owner, orderId: string): Promise<OrderDocument> {
  const order = await log.order(orderId);
  if (order === null) throw new OrderRejectedError('ORDER_NOT_FOUND');
  if (!(await owns(payer, order))) throw new ProblemError('FORBIDDEN', 'This is not your order.');
  const live = requireLive(order);
  if (live.status !== 'unpaid') throw new OrderRejectedError('ORDER_PAID');
  return live;
}

const mismatch = () =>
  new ProblemError(
    'PAYMENT_MISMATCH',
    'We received a payment that doesn’t match this order. We’re looking into it.',
  );
