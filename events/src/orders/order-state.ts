import type { Shipment } from './order-command.ts';
import type { Sale } from './order-event.ts';
import type { CancellationReason, ClaimRefusal, DeletionReason, RefundReason } from './reasons.ts';

/** What became of giving money back; `in` is the version whose event says so, amounts are cents. */
export interface Refund {
  /** How often the shop has asked the provider; the number is part of the key under which it asks. */
  attempt: number;
  /** What the shop has asked for and the provider has not answered. */
  asked?: { reason: RefundReason; restock: boolean; in: number };
  /** Money that went back. */
  parts: readonly { id: string; amount: number; in: number }[];
  /** Whether the pieces returned to stock. They do so once, whatever becomes of the money. */
  restocked: boolean;
  /** Why the last one was refused or did not arrive. */
  failure?: { reason: string; in: number };
}

/** What a customer asks of a paid order that has not left; the numbers are the versions whose events say so. */
export interface Cancellation {
  reason: CancellationReason;
  askedIn: number;
  /** Absent until it is decided. */
  declinedIn?: number;
}

/** Where a dispute stands: the payer's bank asks the money back. `in` is the version whose event says so. */
export interface Dispute {
  id: string;
  /** The provider's words. */
  status: string;
  reason: string;
  /** Cents. */
  amount: number;
  in: number;
}

/** How often the person of an order was corrected, and the version whose event did so last. */
interface Corrected {
  times: number;
  in: number;
}

/** A payment by hand that the customer of an unpaid order has reported. `in` is the version whose event says so. */
export interface PaymentClaim {
  way: string;
  transactionId: string;
  /** How often payments were reported for this order. */
  times: number;
  in: number;
  /** Absent while a person has not decided. */
  refused?: { reason: ClaimRefusal; in: number };
}

/** Before the first event. */
interface NoOrder {
  status: 'none';
}
/** Placed, holding its stock. */
interface UnpaidOrder {
  status: 'unpaid';
  sale: Sale;
  /** Absent until then. */
  corrected?: Corrected;
  /** Absent until the customer reports a payment by hand. */
  claim?: PaymentClaim;
}
/** What every paid order has; `paidIn` is the version whose event says so, which is where the time is found. */
interface Paid {
  sale: Sale;
  transactionId: string;
  /** The way of a payment by hand; absent for a card payment. */
  way?: string;
  paidIn: number;
  /** Absent until it is corrected. */
  corrected?: Corrected;
  /** Absent until the parcel is shipped with a carrier. */
  shipment?: Shipment;
  /** Absent until a refund is asked for. */
  refund?: Refund;
  /** Absent unless the customer has asked to cancel what has not left yet. */
  cancellation?: Cancellation;
  /** How often the customer took such a request back; absent for never. */
  withdrawals?: number;
  /** The newest one; absent when there was none. */
  dispute?: Dispute;
}
/** Paid, to be sent. */
interface PaidOrder extends Paid {
  status: 'paid';
}
/** On its way to the customer. */
interface ShippedOrder extends Paid {
  status: 'shipped';
  shippedIn: number;
  /** How often its tracking was changed since; absent for never. */
  trackingChanges?: number;
}
/** All of the money went back, before or after the parcel left; it is not sent any more, also when the money comes back. */
interface RefundedOrder extends Paid {
  status: 'refunded';
  /** Null when the parcel never left. */
  shippedIn: number | null;
  refund: Refund;
}
/** Gone; what is kept answers a repeated command and the owner's question. */
interface GoneOrder {
  status: 'deleted';
  uid: string;
  reason: DeletionReason;
}

/** One order between two events. Each status has only the fields that make sense in it. */
export type OrderState = NoOrder | UnpaidOrder | SettledOrder | GoneOrder;
/** An order whose money came. */
export type SettledOrder = PaidOrder | ShippedOrder | RefundedOrder;
/** An order that customers and admins still see. */
export type LiveOrder = UnpaidOrder | SettledOrder;
/** A status of an order that lists show; every live order has exactly one. */
export type LiveStatus = LiveOrder['status'];
/** All of them, in the order of an order's life. */
export const liveStatuses: readonly LiveStatus[] = ['unpaid', 'paid', 'shipped', 'refunded'];

/** The state before any event. */
export function initialState(): OrderState {
  return { status: 'none' };
}

/** Checks whether the money of the order came. */
export function isSettled(state: OrderState): state is SettledOrder {
  return 'paidIn' in state;
}

/** Checks whether the order exists and is not deleted. */
export function isLive(state: OrderState): state is LiveOrder {
  return 'sale' in state;
}

/** The payment by hand that an order waits for a person to find; undefined when there is none. */
export function openClaim(state: OrderState): PaymentClaim | undefined {
  return state.status === 'unpaid' && state.claim?.refused === undefined ? state.claim : undefined;
}

/**
 * Checks whether a person has to look at the order: its customer reports a payment by hand or asks to cancel it, a refund is asked
 * for or has failed, or a dispute is open.
 */
export function needsAttention(state: OrderState): boolean {
  if (!isSettled(state)) return openClaim(state) !== undefined;
  const { refund, cancellation, dispute } = state;
  return (
    isUndecided(cancellation) ||
    refund?.asked !== undefined ||
    refund?.failure !== undefined ||
    (dispute !== undefined && isOpenDispute(dispute))
  );
}

/** Checks whether a customer waits for an answer. */
export function isUndecided(cancellation: Cancellation | undefined): cancellation is Cancellation {
  return cancellation !== undefined && cancellation.declinedIn === undefined;
}

/** The words of Stripe (object `dispute`, field `status`) after which nothing can be done any more. */
const closed: ReadonlySet<string> = new Set(['won', 'lost', 'warning_closed', 'prevented']);

/** Checks whether a dispute is not decided yet. */
export function isOpenDispute({ status }: Pick<Dispute, 'status'>): boolean {
  return !closed.has(status);
}

/** Checks whether a dispute may take the money of its payment, or has taken it. */
export const isMoneyDisputed = (dispute: Pick<Dispute, 'status'>): boolean =>
  isOpenDispute(dispute) || dispute.status === 'lost';
