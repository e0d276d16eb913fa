import type { OrderEvent } from './order-event.ts';

/**
 * Every reason for which the order room refuses a command. The list is closed: a new refusal is a new code here, and the
 * compiler then names each place that has to know it.
 */
export type RejectionCode =
  /** The tool does not exist, or was taken out of the catalogue. */
  | 'TOOL_NOT_FOUND'
  /** Details `{ available, minimum }`: fewer pieces are left than were asked for. */
  | 'OUT_OF_STOCK'
  /** Details `{ limit, held, minimum }`: the person's unpaid orders hold `held` pieces of the tool, and may hold `limit`. */
  | 'TOO_MUCH_HELD'
  /** Details `{ total, orders }`: the person has too many unpaid orders; the ids of the newest. */
  | 'TOO_MANY_UNPAID'
  /** Details `{ minimum }`: the tool is sold from this quantity on. */
  | 'BELOW_MINIMUM'
  /** Details `{ unitPrice }`: the person saw another price than today's. */
  | 'PRICE_CHANGED'
  /** The idempotency key was used before with another request. */
  | 'KEY_REUSED'
  /** No order has this id, and none ever had. */
  | 'ORDER_NOT_FOUND'
  /** The order was deleted. */
  | 'ORDER_GONE'
  /** The order is paid (by another transaction, or the command needs an unpaid one). */
  | 'ORDER_PAID'
  /** The order must be paid first. */
  | 'ORDER_NOT_PAID'
  /** The parcel has left. */
  | 'ORDER_SHIPPED'
  /** Details `{ most }`: it was corrected so often that it cannot be corrected any more. */
  | 'TOO_MANY_CORRECTIONS'
  /** Details `{ most }`: its tracking was changed so often that it cannot be changed any more. */
  | 'TOO_MANY_TRACKING_CHANGES'
  /** The money went back. */
  | 'ORDER_REFUNDED'
  /** The money is being given back. */
  | 'REFUND_PENDING'
  /** The customer asks to cancel the order. */
  | 'CANCELLATION_REQUESTED'
  /** A dispute may take the money, or has taken it. */
  | 'PAYMENT_DISPUTED'
  /** The customer has reported a payment by hand, and a person has not decided yet. */
  | 'PAYMENT_CLAIMED'
  /** No payment by hand is reported for the order, or another one. */
  | 'CLAIM_CHANGED'
  /** Details `{ most }`: payments were reported so often that no other can be reported. */
  | 'TOO_MANY_CLAIMS'
  /** Details `{ orderId }`: the transaction has paid another order. */
  | 'TRANSACTION_USED'
  /** The payment intent registered for the order is not the one that the caller knew. */
  | 'INTENT_CHANGED'
  /** The person has been erased. */
  | 'PERSON_ERASED'
  /** The person has orders that are unpaid, or paid and not shipped. */
  | 'ORDERS_OPEN'
  /** Other writers won the race, or changed what this one had seen; nothing was written. */
  | 'VERSION_CONFLICT';

/** A refusal as the order log throws it: nothing was written, and the same command would be refused again. */
export class OrderRejectedError extends Error {
  readonly code: RejectionCode;
  readonly details: Readonly<Record<string, unknown>>;

  /**
   * @param code the reason
   * @param details what the code's description names (amounts, ids); empty for most codes
   */
  constructor(code: RejectionCode, details: Readonly<Record<string, unknown>> = {}) {
    super(`The order room refused: ${code}`);
    this.name = 'OrderRejectedError';
    this.code = code;
    this.details = details;
  }
}

/** Checks whether an error is a refusal, optionally with one certain code. */
export function isOrderRejected(error: unknown, code?: RejectionCode): error is OrderRejectedError {
  return error instanceof OrderRejectedError && (code === undefined || error.code === code);
}

/** What a command leads to: an event to append, null when the order is already in that state, or a refusal. */
export type Decision = OrderEvent | OrderRejectedError | null;

/** The event of a decision, null for no change. Throws `OrderRejectedError` for a refusal. */
export function eventOf(decision: Decision): OrderEvent | null {
  if (decision instanceof OrderRejectedError) throw decision;
  return decision;
}
