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

/**
 * A person has looked for the reported payment, and decides about no other one that was reported since: it was found, and the order is paid, or
 * there is a reason not to accept it. The same decision again changes nothing.
 */
export function decideFound(
  order: LiveOrder,
  { transactionId, reason }: CommandOf<'decide-claim'>,
): Decision {
  const isFound = reason === undefined;
  if (order.status !== 'unpaid') return isFound && order.transactionId === transactionId ? null : paid();
  if (order.claim?.transactionId !== transactionId) return new OrderRejectedError('CLAIM_CHANGED');
  const claim = openClaim(order);
  if (claim === undefined) return isFound ? new OrderRejectedError('CLAIM_CHANGED') : null;
  return isFound
    ? { type: 'order.paid', data: { transactionId, amount: order.sale.price, way: claim.way } }
    : { type: 'order.payment-claim-refused', data: { reason } };
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
