import { type Decision, happened, rejected, unchanged } from './decision.ts';
import { isUndecided, type OrderState, type SettledOrder } from './order-state.ts';
import type { CancellationReason } from './reasons.ts';

/**
 * A customer may ask once, while the order is paid and not shipped. Asking again changes nothing, also after the shop has declined,
 * so that a customer cannot fill the log.
 */
export function decideCancellation(order: SettledOrder, reason: CancellationReason): Decision {
  if (order.status === 'shipped') return rejected('ORDER_SHIPPED');
  if (order.status === 'refunded') return rejected('ORDER_REFUNDED');
  if (order.refund?.asked !== undefined) return rejected('REFUND_PENDING');
  return order.cancellation === undefined
    ? happened({ type: 'order.cancellation-requested', data: { reason } })
    : unchanged;
}

/** Declines a customer's request; changes nothing when there is none. */
export function decideDecline(order: SettledOrder): Decision {
  return order.status === 'paid' && isUndecided(order.cancellation)
    ? happened({ type: 'order.cancellation-declined', data: {} })
    : unchanged;
}

/** The order after its customer has asked; null when that cannot happen to it. */
export function evolveCancellation(
  order: SettledOrder,
  reason: CancellationReason,
  version: number,
): OrderState | null {
  if (order.status !== 'paid' || isUndecided(order.cancellation)) return null;
  return { ...order, cancellation: { reason, askedIn: version } };
}

/** The order after the shop has declined; null when there was no request. */
export function evolveDecline(order: SettledOrder, version: number): OrderState | null {
  const { status, cancellation } = order;
  if (status !== 'paid' || cancellation === undefined || !isUndecided(cancellation)) return null;
  return { ...order, cancellation: { ...cancellation, declinedIn: version } };
}

/** The order without its customer's request: what happened to the order has answered it. */
export function withoutCancellation<S extends SettledOrder>(state: S): Omit<S, 'cancellation'> {
  const { cancellation: _, ...rest } = state;
  return rest;
}
