import { isOpenDispute } from '@karigar/events';
import type { RefundReason } from '../contracts/order.ts';
import { ProblemError } from '../problem/problem-error.ts';

/**
 * Where a payment stands, as far as the shop cares: it can be paid, is being paid, is paid, never will be, or belongs to another shop on the
 * same account. The shop never hands out, cancels, refunds or marks a foreign one.
 */
export type IntentState = 'payable' | 'processing' | 'succeeded' | 'canceled' | 'foreign';

/** A payment intent as the provider keeps it. Amounts are integer cents, times milliseconds since 1970. */
export interface GatewayIntent {
  readonly id: string;
  /** Empty for a foreign one. */
  readonly clientSecret: string;
  /** The provider's own word, such as `requires_payment_method`; only for the browser. */
  readonly status: string;
  readonly state: IntentState;
  readonly amount: number;
  readonly received: number;
  /** Lower case, such as `usd`. */
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: number;
}

/** What a message of the provider can be about. */
export type EventSubject = 'intent' | 'refund' | 'dispute' | 'other';

/**
 * A message of the provider: one whose signature was good, or one that was read from its list. It says where to look; what it says
 * of states and sums may be old.
 */
export interface GatewayEvent {
  readonly id: string;
  /** The provider's own word, such as `payment_intent.succeeded`. */
  readonly type: string;
  readonly about: EventSubject;
  /** The object that changed: an intent, a refund (or the charge that was given back), a dispute. */
  readonly objectId: string;
  /** The payment it belongs to; null when it names none. */
  readonly intentId: string | null;
  /** The object's own; refunds and disputes do not carry their payment's. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Of a declined payment: the provider's name for the card, the same for the same number. */
  readonly fingerprint: string | null;
  readonly createdAt: number;
}

/** A refund as the provider keeps it. */
export interface GatewayRefund {
  readonly id: string;
  /** Cents. */
  readonly amount: number;
  /** `pending` may still fail, and so may `succeeded` when the customer's bank sends the money back. */
  readonly status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
  /** Why it failed, in the provider's word such as `lost_or_stolen_card`; null unless it did. */
  readonly failure: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A customer's complaint to their bank about a payment. */
export interface GatewayDispute {
  readonly id: string;
  /** Cents. */
  readonly amount: number;
  /** The provider's word, such as `needs_response`. */
  readonly status: string;
  /** The provider's word, such as `product_not_received`. */
  readonly reason: string;
}

/** What the provider keeps (cents) for one movement of a payment's money; negative when it gives a fee back. */
export interface GatewayFee {
  readonly intentId: string | null;
  readonly fee: number;
}

/**
 * What the shop needs of a card payment provider. Every method throws `GatewayUnavailableError` when the provider is away
 * or too slow; what was asked may then have happened or not, and asking again under the same key is safe.
 */
export interface PaymentGateway {
  /**
   * Opens an intent over `amount` cents (US dollars), marked as this shop's. The same key gives the same intent again, as it was when it was
   * made: then `repeated` is true and its state has to be asked for. Throws `GatewayRefusedError`.
   */
  open(order: {
    readonly amount: number;
    readonly description: string;
    readonly metadata: Readonly<Record<string, string>>;
    readonly key: string;
  }): Promise<{ readonly intent: GatewayIntent; readonly repeated: boolean }>;
  /** The intent as it is now; null when the provider does not know it. */
  find(intentId: string): Promise<GatewayIntent | null>;
  /** Cancels if it is this shop's and that is still possible, and tells where the intent stands afterwards; null when it is unknown. */
  cancel(intentId: string): Promise<GatewayIntent | null>;
  /**
   * Gives all of a payment back that was not given back before; the provider has words of its own for some reasons, the others it
   * is not told. The same key gives the same refund again, as it is now. Throws
   * `GatewayRefusedError` `already-refunded`, `refused`, or `key-spent`.
   */
  refund(order: {
    readonly intentId: string;
    readonly key: string;
    readonly reason: RefundReason;
    readonly metadata: Readonly<Record<string, string>>;
  }): Promise<GatewayRefund>;
  /** Every refund of a payment, failed ones too, newest first. */
  refunds(intentId: string): Promise<readonly GatewayRefund[]>;
  /** Every dispute of a payment, newest first. */
  disputes(intentId: string): Promise<readonly GatewayDispute[]>;
  /** Adds metadata to an intent. Throws `GatewayRefusedError` for a foreign one. */
  mark(intentId: string, metadata: Readonly<Record<string, string>>): Promise<void>;
  /** Every intent made from `from` until `to` (ms), newest first. */
  between(from: number, to: number): AsyncIterable<GatewayIntent>;
  /**
   * The events of the kinds that the shop handles, oldest first: those after the event `cursor`; without one, or when the provider
   * does not know it any more, those since `since` (ms). The provider keeps them for 30 days.
   */
  eventsSince(cursor: string | null, since: number): AsyncIterable<GatewayEvent>;
  /** What each payment, refund and dispute from `from` until `to` (ms) has cost, newest first. */
  fees(from: number, to: number): AsyncIterable<GatewayFee>;
  /** Throws `GatewayUnavailableError` when the provider answers nothing at all. */
  ping(): Promise<void>;
  /** Checks signature and age of a message and reads it. Throws `ProblemError` 400 when they are not good. */
  readEvent(body: string, signature: string): Promise<GatewayEvent>;
}

/** The provider is away or too slow; HTTP answers 503 with `Retry-After`. */
export class GatewayUnavailableError extends ProblemError {
  constructor(cause: unknown) {
    super(
      'PROVIDER_UNAVAILABLE',
      'The card payment service is not responding. Nothing was lost. Try again in a moment.',
      { retryAfter: 5, cause },
    );
    this.name = 'GatewayUnavailableError';
  }
}

/** How many cents of a payment went back or are on their way. */
export const givenBack = (refunds: readonly GatewayRefund[]): number =>
  refunds
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .reduce((sum, { amount }) => sum + amount, 0);

/** The dispute of a payment that a person must know of: the newest that is open, else the newest. `disputes` stand newest first. */
export const foremostDispute = (disputes: readonly GatewayDispute[]): GatewayDispute | undefined =>
  disputes.find(isOpenDispute) ?? disputes[0];

/**
 * Why the provider refuses. `key-spent`: the key stands for another request or repeats an old failure, so a new key may work.
 * `amount`: the sum is below or above what it takes. `already-refunded`: nothing is left to give back. `refused`: it will not give the
 * money back now, see `code`.
 */
export type GatewayRefusal = 'key-spent' | 'amount' | 'already-refunded' | 'refused';

/** The provider refuses to open an intent or to give money back. */
export class GatewayRefusedError extends Error {
  readonly reason: GatewayRefusal;
  /** The provider's own word, such as `charge_disputed`; empty when it gave none. */
  readonly code: string;

  constructor(reason: GatewayRefusal, code: string, cause: unknown) {
    super(`The payment provider refused: ${reason} ${code}`.trimEnd(), { cause });
    this.name = 'GatewayRefusedError';
    this.reason = reason;
    this.code = code;
  }
}
