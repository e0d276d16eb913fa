import type { OrderEvent } from './order-event.ts';
import { initialState, type OrderState } from './order-state.ts';

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
  switch (event.type) {
    case 'order.created':
      if (state.status !== 'none') break;
      return { status: 'unpaid', sale: event.data };
    case 'order.paid':
      if (state.status !== 'unpaid') break;
      return {
        status: 'paid',
        sale: state.sale,
        transactionId: event.data.transactionId,
        paidIn: version,
      };
    case 'order.shipped':
      if (state.status !== 'paid') break;
      return {
        status: 'shipped',
        sale: state.sale,
        transactionId: state.transactionId,
        paidIn: state.paidIn,
        shippedIn: version,
      };
    case 'order.deleted':
      if (state.status !== 'unpaid') break;
      return { status: 'deleted', uid: state.sale.uid, reason: event.data.reason };
    default:
      return unknownEvent(event);
  }
  throw new ImpossibleHistoryError(state.status, event.type);
}

/** Folds the events of one order, oldest first, into its state. Throws what `evolve` throws. */
export function foldOrder(events: readonly OrderEvent[]): OrderState {
  return events.reduce<OrderState>((state, event, index) => evolve(state, event, index + 1), initialState());
}

function unknownEvent(event: never): never {
  throw new TypeError(`evolve does not know ${JSON.stringify(event)}`);
}
