import type { CancellationReason } from './after-payment-events.ts';
import { type Decision, happened, rejected, unchanged } from './decision.ts';
import { isUndecided, type OrderState, type SettledOrder } from './order-state.ts';

/**
 * A customer may ask once, while the order is paid and has not left: asking again changes nothing, also after the shop has declined,
 * so that nobody can fill the log and the shop's list.
 */
export function decideCancellation(state: OrderState, reason: CancellationReason): Decision {
  switch (state.status) {
    case 'none':
      return rejected('ORDER_NOT_FOUND');
    case 'deleted':
      return rejected('ORDER_GONE');
    case 'unpaid':
      return rejected('ORDER_NOT_PAID');
    case 'shipped':
      return rejected('ORDER_SHIPPED');
    case 'refunded':
      return rejected('ORDER_REFUNDED');
    case 'paid':
      if (state.refund?.asked !== undefined) return rejected('REFUND_PENDING');
      return state.cancellation === undefined
        ? happened({ type: 'order.cancellation-requested', data: { reason } })
        : unchanged;
    default:
      return state satisfies never;
  }
}

/** Declines what a customer asks; nothing when nobody asks. */
export function decideDecline(state: OrderState): Decision {
  if (state.status === 'none') return rejected('ORDER_NOT_FOUND');
  if (state.status === 'deleted') return rejected('ORDER_GONE');
  return state.status === 'paid' && isUndecided(state.cancellation)
    ? happened({ type: 'order.cancellation-declined', data: {} })
    : unchanged;
}

/** The order after its customer has asked; null when that cannot be. */
export function evolveCancellation(
  state: OrderState,
  reason: CancellationReason,
  version: number,
): OrderState | null {
  if (state.status !== 'paid' || isUndecided(state.cancellation)) return null;
  return { ...state, cancellation: { reason, askedIn: version } };
}

/** The order after the shop has declined; null when nobody had asked. */
export function evolveDecline(state: OrderState, version: number): OrderState | null {
  if (state.status !== 'paid' || state.cancellation?.declinedIn !== undefined) return null;
  const { cancellation } = state;
  return cancellation === undefined
    ? null
    : { ...state, cancellation: { ...cancellation, declinedIn: version } };
}

/** The order without its customer's question, which has been answered by what happened. */
export function withoutCancellation<S extends SettledOrder>(state: S): Omit<S, 'cancellation'> {
  const { cancellation: _, ...rest } = state;
  return rest;
}
