import { type Decision, OrderRejectedError } from './decision.ts';
import type { CommandOf } from './order-command.ts';
import type { OrderEvent } from './order-event.ts';
import { type LiveOrder, type OrderState, openClaim } from './order-state.ts';

/** How many payments by hand one order's customer may report. */
export const mostClaims = 5;

/**
 * A customer may report a payment by hand while the order is unpaid, and another one in its place, as after a typing error. Reporting
 * the one that waits changes nothing.
 */
export function decideClaim(order: LiveOrder, { way, transactionId }: CommandOf<'claim-payment'>): Decision {
  if (order.status !== 'unpaid') return order.transactionId === transactionId ? null : paid();
  const waiting = openClaim(order);
  if (waiting?.way === way && waiting.transactionId === transactionId) return null;
  if ((order.claim?.times ?? 0) >= mostClaims)
    return new OrderRejectedError('TOO_MANY_CLAIMS', { most: mostClaims });
  return { type: 'order.payment-claimed', data: { way, transactionId } };
}

/** A person confirms the payment that they have looked for, and no other one that was reported since. Confirming it again changes nothing. */
export function decideConfirmation(
  order: LiveOrder,
  { transactionId }: CommandOf<'confirm-claim'>,
): Decision {
  if (order.status !== 'unpaid') return order.transactionId === transactionId ? null : paid();
  const claim = openClaim(order);
  if (claim?.transactionId !== transactionId) return new OrderRejectedError('CLAIM_CHANGED');
  return { type: 'order.paid', data: { transactionId, amount: order.sale.price, way: claim.way } };
}

/** A person does not accept the payment that they have looked for. Refusing it again changes nothing. */
export function decideRefusal(
  order: LiveOrder,
  { transactionId, reason }: CommandOf<'refuse-claim'>,
): Decision {
  if (order.status !== 'unpaid') return paid();
  if (order.claim?.transactionId !== transactionId) return new OrderRejectedError('CLAIM_CHANGED');
  return openClaim(order) === undefined ? null : { type: 'order.payment-claim-refused', data: { reason } };
}

const paid = () => new OrderRejectedError('ORDER_PAID');

/** The order after a payment was reported or not accepted; null when that cannot follow. */
export function evolveClaim(
  order: Extract<LiveOrder, { status: 'unpaid' }>,
  event: Extract<OrderEvent, { type: `order.payment-${string}` }>,
  version: number,
): OrderState | null {
  if (event.type === 'order.payment-claimed') {
    const times = (order.claim?.times ?? 0) + 1;
    return { ...order, claim: { ...event.data, times, in: version } };
  }
  const claim = openClaim(order);
  return claim === undefined
    ? null
    : { ...order, claim: { ...claim, refused: { reason: event.data.reason, in: version } } };
}
