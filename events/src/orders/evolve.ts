import { evolveClaim } from './claim.ts';
import type { Shipment } from './order-command.ts';
import type { OrderEvent } from './order-event.ts';
import { isLive, isSettled, isUndecided, type OrderState } from './order-state.ts';
import { evolveFailedRefund, evolveRefundRequest, evolveTakenRefund, withoutCancellation } from './refund.ts';

/** A history that no sequence of commands can have made, such as an order paid twice. */
export class ImpossibleHistoryError extends Error {
  /**
   * @param status the state's status before the event
   * @param eventType the event that cannot follow
   */
  constructor(status: OrderState['status'], eventType: OrderEvent['type']) {
    super(`${eventType} cannot happen to an order that is ${status}`);
    this.name = 'ImpossibleHistoryError';
  }
}

/**
 * The state after one more event of the same order. `version` is the event's position in the order's history, from 1.
 * Throws `ImpossibleHistoryError` when the event cannot follow.
 */
export function evolve(state: OrderState, event: OrderEvent, version: number): OrderState {
  const after = following(state, event, version);
  if (after === null) throw new ImpossibleHistoryError(state.status, event.type);
  return after;
}

/** The state after the event; null when it cannot follow. */
function following(state: OrderState, event: OrderEvent, version: number): OrderState | null {
  if (event.type === 'order.created')
    return state.status === 'none' ? { status: 'unpaid', sale: event.data } : null;
  if (!isLive(state)) return null;
  if (event.type === 'order.corrected') {
    if (state.status !== 'unpaid' && state.status !== 'paid') return null;
    const corrected = { times: (state.corrected?.times ?? 0) + 1, in: version };
    return { ...state, sale: { ...state.sale, ...event.data }, corrected };
  }
  if (!isSettled(state)) {
    switch (event.type) {
      case 'order.payment-claimed':
      case 'order.payment-claim-refused':
        return evolveClaim(state, event, version);
      case 'order.paid': {
        const { claim: _, ...order } = state;
        const { transactionId, way } = event.data;
        return {
          ...order,
          status: 'paid',
          transactionId,
          ...(way !== undefined && { way }),
          paidIn: version,
        };
      }
      case 'order.deleted':
        return { status: 'deleted', uid: state.sale.uid, reason: event.data.reason };
      default:
        return null;
    }
  }
  switch (event.type) {
    case 'order.paid':
    case 'order.deleted':
    case 'order.payment-claimed':
    case 'order.payment-claim-refused':
      return null;
    case 'order.shipped':
      if (state.status !== 'paid') return null;
      return {
        ...withoutCancellation(state),
        status: 'shipped',
        shippedIn: version,
        ...shipment(event.data),
      };
    case 'order.tracked':
      if (state.status !== 'shipped') return null;
      return { ...state, ...shipment(event.data), trackingChanges: (state.trackingChanges ?? 0) + 1 };
    case 'order.refund-requested':
      return evolveRefundRequest(state, event.data, version);
    case 'order.refunded':
      return evolveTakenRefund(state, event.data, version);
    case 'order.refund-failed':
      return evolveFailedRefund(state, event.data, version);
    case 'order.cancellation-requested':
      if (state.status !== 'paid' || isUndecided(state.cancellation)) return null;
      return { ...state, cancellation: { ...event.data, askedIn: version } };
    case 'order.cancellation-withdrawn':
      if (state.status !== 'paid' || !isUndecided(state.cancellation)) return null;
      return { ...withoutCancellation(state), status: 'paid', withdrawals: (state.withdrawals ?? 0) + 1 };
    case 'order.cancellation-declined':
      if (state.status !== 'paid' || !isUndecided(state.cancellation)) return null;
      return { ...state, cancellation: { ...state.cancellation, declinedIn: version } };
    case 'order.disputed': {
      const { disputeId: id, ...dispute } = event.data;
      return { ...state, dispute: { id, ...dispute, in: version } };
    }
    default:
      throw new TypeError(`evolve does not know ${JSON.stringify(event satisfies never)}`);
  }
}

/** Stores no shipment when neither carrier nor tracking number is known. */
function shipment({ carrier, trackingNumber }: Shipment): { shipment?: Shipment } {
  return carrier === null && trackingNumber === null ? {} : { shipment: { carrier, trackingNumber } };
}
