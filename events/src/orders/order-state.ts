import type { DeletionReason, Sale } from './order-event.ts';

/** Before the first event. */
interface NoOrder {
  readonly status: 'none';
}
/** Placed, holding its stock. */
interface UnpaidOrder {
  readonly status: 'unpaid';
  readonly sale: Sale;
}
/** Paid; `paidIn` is the version whose event says so, which is where the time is found. */
interface PaidOrder {
  readonly status: 'paid';
  readonly sale: Sale;
  readonly transactionId: string;
  readonly paidIn: number;
}
/** On its way to the customer. */
interface ShippedOrder {
  readonly status: 'shipped';
  readonly sale: Sale;
  readonly transactionId: string;
  readonly paidIn: number;
  readonly shippedIn: number;
}
/** Gone; what is kept answers a repeated command and the owner's question. */
interface GoneOrder {
  readonly status: 'deleted';
  readonly uid: string;
  readonly reason: DeletionReason;
}

/** One order between two events. Each status has only the fields that make sense in it. */
export type OrderState = NoOrder | UnpaidOrder | PaidOrder | ShippedOrder | GoneOrder;
/** An order that customers and admins still see. */
type LiveOrder = UnpaidOrder | PaidOrder | ShippedOrder;
/** A status of an order that lists show; every live order has exactly one. */
export type LiveStatus = LiveOrder['status'];
/** All of them, in the order of an order's life. */
export const liveStatuses: readonly LiveStatus[] = ['unpaid', 'paid', 'shipped'];

/** The state before any event. */
export function initialState(): OrderState {
  return { status: 'none' };
}

/** Checks whether nothing can happen to the order any more. */
export function isFinal(state: OrderState): boolean {
  return state.status === 'shipped' || state.status === 'deleted';
}

/** Checks whether the order exists and is not deleted. */
export function isLive(state: OrderState): state is LiveOrder {
  return state.status === 'unpaid' || state.status === 'paid' || state.status === 'shipped';
}
