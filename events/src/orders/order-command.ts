import type { Sale } from './order-event.ts';
import type { CancellationReason, ClaimRefusal, DeletionReason, RefundReason } from './reasons.ts';

/** Who buys: the account, and the person sealed with where the parcel goes; and in which currency, absent for US dollars. */
export type Buyer = Pick<Sale, 'uid' | 'person' | 'currency'>;

/** What `decide` has to know of a tool to sell it. */
export interface OfferedTool {
  id: string;
  name: string;
  price: number;
  minOrderQuantity: number;
  description: string;
  image: string;
}

/** Who carries a parcel, and its tracking number; null where unknown. */
export interface Shipment {
  carrier: string | null;
  trackingNumber: string | null;
}

/** A request about one order that may be refused. */
export type OrderCommand = Readonly<
  /** Asks for a new order. `unitPrice` is the price that the person saw (whole dollars); null means today's. */
  | {
      type: 'place-order';
      tool: OfferedTool | null;
      quantity: number;
      unitPrice: number | null;
      buyer: Buyer;
    }
  /** Reports that the provider has taken the money. */
  | { type: 'pay-order'; transactionId: string }
  /** A customer reports a payment by hand: the name of the way, and the transaction id in its normal form. */
  | { type: 'claim-payment'; way: string; transactionId: string }
  /** A person has looked for the reported payment of this transaction id: it was found, or there is a reason not to accept it. */
  | { type: 'decide-claim'; transactionId: string; reason?: ClaimRefusal | undefined }
  /** Reports that the parcel has left, even if the customer asks to cancel or a dispute may take the money. */
  | ({ type: 'ship-order'; despiteCancellation: boolean; despiteDispute: boolean } & Shipment)
  /** Asks to send the parcel to a corrected person (sealed). `seen`: how many corrections the writer knows of; null = not asked. */
  | { type: 'correct-order'; person: string; seen: number | null }
  | { type: 'delete-order'; reason: DeletionReason }
  /** Asks to give back all that is left of the money. */
  | { type: 'request-refund'; reason: RefundReason; restock: boolean }
  /** Reports a refund that the provider has taken (cents). */
  | { type: 'record-refund'; refundId: string; amount: number; by: 'shop' | 'provider' }
  /** Reports that the provider refused the attempt of this number, or that the refund of this id did not arrive. */
  | { type: 'fail-refund'; failed: { attempt: number } | { refundId: string }; reason: string }
  /** A customer asks to cancel a paid order. */
  | { type: 'request-cancellation'; reason: CancellationReason }
  /** Declines that: the order is shipped. */
  | { type: 'decline-cancellation' }
  /** The customer takes the request back. */
  | { type: 'withdraw-cancellation' }
  /** Reports what became of a dispute (cents). */
  | { type: 'record-dispute'; disputeId: string; status: string; reason: string; amount: number }
>;

/** The command of a type. */
export type CommandOf<T extends OrderCommand['type']> = Extract<OrderCommand, { type: T }>;
