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
/** Reports that the parcel has left. */
interface ShipOrder {
  readonly type: 'ship-order';
}
/** Asks to delete the order, and says why. */
interface DeleteOrder {
  readonly type: 'delete-order';
  readonly reason: DeletionReason;
}

/** A request about one order that may be refused. */
export type OrderCommand = PlaceOrder | PayOrder | ShipOrder | DeleteOrder;
