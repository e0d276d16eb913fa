import { type OrderDocument, OrderRejectedError, redisKeys, requireLive } from '@karigar/events';
import { type Owner, owns } from '../identity/ownership.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { type GatewayIntent, isRefused } from './payment-gateway.ts';
import { cents, type PaymentParts } from './payment-parts.ts';
import { settlePayment } from './settle-payment.ts';

const maxTries = 6;
/** How many payments without an order one person may have open. */
const mostUnbound = 3;
const monthSeconds = 30 * 24 * 3_600;

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
 * Opens the payment of an order, or one over `price` dollars without an order, as the old shop's client asks for. The client secret leaves
 * only after the intent is registered. Throws what the guard throws, OrderRejectedError ORDER_NOT_FOUND, ORDER_GONE, ORDER_PAID, and
 * ProblemError.
 */
export async function openPayment(parts: PaymentParts, request: PaymentRequest): Promise<GatewayIntent> {
  const { payer, from, orderId, price } = request;
  await parts.guard?.check({ uid: payer.uid, from });
  if (orderId !== undefined) return openForOrder(parts, request, orderId);
  if (price !== undefined) return openUnbound(parts, request, price);
  throw new ProblemError('INVALID', 'Send orderId, or price');
}

/**
 * Finds or opens the one open intent of a payer's own unpaid order. It is registered for the live order: a delete that races with it either
 * finds the intent and cancels it, or makes the registration fail.
 */
async function openForOrder(
  parts: PaymentParts,
  request: PaymentRequest,
  orderId: string,
): Promise<GatewayIntent> {
  const { log, gateway } = parts;
  const { payer, correlationId } = request;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const order = await unpaidOrder(parts, payer, orderId);
    const seen = (await log.intent(orderId)) ?? undefined;
    const current = seen === undefined ? null : await gateway.find(seen);
    if (current?.state === 'payable' || current?.state === 'processing') return current;
    if (current?.state === 'succeeded') {
      const cause = { actor: `user:${payer.uid}`, correlationId };
      const { kind } = await settlePayment(parts, current, order, cause);
      if (kind === 'mismatch') throw mismatch();
      throw new OrderRejectedError('ORDER_PAID');
    }
    const described = { description: `Karigar order ${orderId}`, metadata: { orderId, uid: order.uid } };
    const intent = await open(parts, request, order.price, described);
    const registration = await log.registerIntent({ orderId, intentId: intent.id, seen });
    if (registration === 'registered') return intent;
    // No answer has carried this secret; the next try answers with the registered intent, or says why there is none.
    await gateway.cancel(intent.id);
  }
  throw new ProblemError('VERSION_CONFLICT', 'This payment has just changed. Try again.');
}

/** Opens an intent without an order; it belongs to the payer, whose oldest one is cancelled when they have more than three. */
async function openUnbound(
  parts: PaymentParts,
  request: PaymentRequest,
  price: number,
): Promise<GatewayIntent> {
  const { uid } = request.payer;
  const { redis } = parts.log;
  const described = { description: 'Karigar payment', metadata: { uid } };
  const intent = await open(parts, request, price, described);
  const list = redisKeys.lease(`unbound:${uid}`);
  const older = await redis.run(async (connection) => {
    await connection.multi().lPush(list, intent.id).expire(list, monthSeconds).exec();
    return connection.lRange(list, mostUnbound, -1);
  });
  for (const id of older) {
    await parts.gateway.cancel(id);
    await redis.run((connection) => connection.lRem(list, 0, id));
  }
  return intent;
}

/** Opens an intent over `price` dollars. Throws ProblemError 400 for a sum that no card can pay. */
async function open(
  { gateway }: PaymentParts,
  { from }: PaymentRequest,
  price: number,
  { metadata, description }: Omit<Parameters<typeof gateway.open>[0], 'amount'>,
): Promise<GatewayIntent> {
  const payer = from === undefined ? {} : { from };
  try {
    return await gateway.open({ amount: cents(price), description, metadata: { ...metadata, ...payer } });
  } catch (error) {
    if (isRefused(error, 'amount_too_small') || isRefused(error, 'amount_too_large')) throw sumRefused(error);
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

const sumRefused = (cause: unknown) =>
  new ProblemError('INVALID', 'You can pay $1 to $999,999 by card. Contact us for another way to pay.', {
    errors: [{ field: 'price', message: 'This sum cannot be paid by card.' }],
    cause,
  });
