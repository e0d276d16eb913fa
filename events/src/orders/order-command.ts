import type { CancellationReason, RefundReason } from './after-payment-events.ts';
import type { DeletionReason, Sale } from './order-event.ts';

/** Who buys: the account, and the person sealed with where the parcel goes. */
export interface Buyer {
  readonly uid: Sale['uid'];
  readonly person: string;
}

/** What `decide` has to know of a tool to sell it; null when the catalogue does not have it. */
export interface OfferedTool {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly minOrderQuantity: number;
  readonly description: string;
  readonly image: string;
}

/** Asks for a new order. `unitPrice` is the price that the person saw; null means today's. Whole dollars. */
export interface PlaceOrder {
  readonly type: 'place-order';
  readonly tool: OfferedTool | null;
  readonly quantity: number;
  readonly unitPrice: number | null;
  readonly buyer: Buyer;
}
/** Reports that the provider has taken the money under this transaction. */
interface PayOrder {
  readonly type: 'pay-order';
  readonly transactionId: string;
}
/** Who carries a parcel, and the number under which they tell where it is; null where nobody said so. */
export interface Shipment {
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
}
/** Reports that the parcel has left, if need be although the customer asks to cancel or a dispute may take the money. */
export interface ShipOrder extends Shipment {
  readonly type: 'ship-order';
  readonly despiteCancellation: boolean;
  readonly despiteDispute: boolean;
}
/** Asks to send the parcel to a corrected person (sealed); `seen`: how many corrections the writer knows of, null = not asked. */
interface CorrectOrder {
  readonly type: 'correct-order';
  readonly person: string;
  readonly seen: number | null;
}
/** Asks to delete the order, and says why. */
interface DeleteOrder {
  readonly type: 'delete-order';
  readonly reason: DeletionReason;
}

/** Asks to give back all that is left of the money. */
interface RequestRefund {
  readonly type: 'request-refund';
  readonly reason: RefundReason;
  readonly restock: boolean;
}
/** Reports a refund that the provider has taken (cents). */
interface RecordRefund {
  readonly type: 'record-refund';
  readonly refundId: string;
  readonly amount: number;
  readonly by: 'shop' | 'provider';
}
/** Reports that the provider refused the attempt of this number, or that a refund of this id did not arrive. */
interface FailRefund {
  readonly type: 'fail-refund';
  readonly failed: { readonly attempt: number } | { readonly refundId: string };
  readonly reason: string;
}
/** A customer asks to cancel a paid order. */
interface RequestCancellation {
  readonly type: 'request-cancellation';
  readonly reason: CancellationReason;
}
/** Says that the order will be sent all the same. */
interface DeclineCancellation {
  readonly type: 'decline-cancellation';
}
/** Reports where a dispute stands (cents). */
interface RecordDispute {
  readonly type: 'record-dispute';
  readonly disputeId: string;
  readonly status: string;
  readonly reason: string;
  readonly amount: number;
}

/** A request about one order that may be refused. */
export type OrderCommand =
  | PlaceOrder
  | PayOrder
  | ShipOrder
  | CorrectOrder
  | DeleteOrder
  | RequestRefund
  | RecordRefund
  | FailRefund
  | RequestCancellation
  | DeclineCancellation
  | RecordDispute;
