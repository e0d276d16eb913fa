import { OrderRejectedError, redisKeys } from '@karigar/events';
import { type Owner, owns } from '../identity/ownership.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { GatewayIntent } from './payment-gateway.ts';
import { cents, type PaymentParts, requirePayable } from './payment-parts.ts';
import { settlePayment } from './settle-payment.ts';

const maxTries = 6;
/** How many payments without an order one person may have open. */
const mostUnbound = 3;
const monthSeconds = 30 * 24 * 3_600;

/** What an intent says of its payer. */
const metadataOf = (uid: string, from: string | undefined) => ({ uid, ...(from !== undefined && { from }) });

/**
 * Finds or opens the one open intent of a payer's own unpaid order; `from` is the keyed hash of the address that asks, where it says who that
 * is. The intent is registered for the live order before its client secret leaves: a
 * delete that races with it either finds the intent and cancels it, or makes the registration fail. Throws what the guard throws,
 * OrderRejectedError ORDER_NOT_FOUND, ORDER_GONE, ORDER_PAID, PAYMENT_CLAIMED, and ProblemError.
 */
export async function openForOrder(
  parts: PaymentParts,
  owner: Owner,
  from: string | undefined,
  orderId: string,
  correlationId: string,
): Promise<GatewayIntent> {
  const { log, gateway } = parts;
  await parts.guard?.check({ uid: owner.uid, from });
  for (let tries = 0; tries < maxTries; tries += 1) {
    const found = await log.order(orderId);
    if (found !== null && !(await owns(owner, found)))
      throw new ProblemError('FORBIDDEN', 'This is not your order.');
    const order = requirePayable(found);
    const seen = (await log.intent(orderId)) ?? undefined;
    const current = seen === undefined ? null : await gateway.find(seen);
    if (current?.state === 'payable' || current?.state === 'processing') return current;
    if (current?.state === 'succeeded') {
      const origin = { actor: `user:${owner.uid}`, correlationId };
      if ((await settlePayment(parts, current, order, origin)) !== 'PAYMENT_MISMATCH')
        throw new OrderRejectedError('ORDER_PAID');
      throw new ProblemError(
        'PAYMENT_MISMATCH',
        'We received a payment that doesn’t match this order. We’re looking into it.',
      );
    }
    const metadata = { orderId, ...metadataOf(order.uid, from) };
    const intent = await gateway.open(cents(order.price), metadata);
    const registration = await log.registerIntent({ orderId, intentId: intent.id, seen });
    if (registration === 'registered') return intent;
    // This secret has not left the server. The next try answers with the registered intent, or with the refusal.
    await gateway.cancel(intent.id);
  }
  throw new ProblemError('VERSION_CONFLICT', 'This payment has just changed. Try again.');
}

/**
 * Opens an intent over `price` dollars without an order, as the old shop's client asks for. It belongs to the payer, whose oldest one is
 * cancelled when they have more than three. Throws what the guard throws, and ProblemError.
 */
export async function openUnbound(
  { gateway, guard, log: { redis } }: PaymentParts,
  uid: string,
  from: string | undefined,
  price: number,
): Promise<GatewayIntent> {
  await guard?.check({ uid, from });
  const intent = await gateway.open(cents(price), metadataOf(uid, from));
  const list = redisKeys.lease(`unbound:${uid}`);
  const older = await redis.run(async (connection) => {
    await connection.multi().lPush(list, intent.id).expire(list, monthSeconds).exec();
    return connection.lRange(list, mostUnbound, -1);
  });
  for (const id of older) {
    await gateway.cancel(id);
    await redis.commands.lRem(list, 0, id);
  }
  return intent;
}
