import { isOpenDispute } from '@karigar/events';
import { ProblemError } from '../problem/problem-error.ts';

/**
 * Where a payment stands, as far as the shop cares: it can be paid, is being paid, is paid, never will be, or belongs to another shop on the
 * same account. The shop never hands out, cancels or refunds a foreign one.
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
  /** Some of its money went back, or its payer has disputed it; only where it was read with `find`. */
  readonly returned: boolean;
}

/**
 * A message of the provider: one whose signature was good, or one that was read from its list. It says where to look; what it says
 * of states and sums may be old.
 */
export interface GatewayEvent {
  readonly id: string;
  /** The provider's own word, such as `payment_intent.succeeded`. */
  readonly type: string;
  /** `declined`: a card was. `returned`: a refund or a dispute has changed. */
  readonly about: 'paid' | 'declined' | 'returned' | 'other';
  /** The payment it belongs to; null when it names none. */
  readonly intentId: string | null;
  /** That of the object that changed; refunds and disputes do not carry their payment's. */
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
  readonly status: string;
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

/** Tells whether the money of a refund did not go back. */
export const hasFailed = ({ status }: GatewayRefund): boolean => status === 'failed' || status === 'canceled';

/** How many cents of a payment went back or are on their way. */
export const givenBack = (refunds: readonly GatewayRefund[]): number =>
  refunds.reduce((sum, refund) => sum + (hasFailed(refund) ? 0 : refund.amount), 0);

/** The dispute of a payment that a person must know of: the newest that is open, else the newest. `disputes` are sorted newest first. */
export const foremostDispute = (disputes: readonly GatewayDispute[]): GatewayDispute | undefined =>
  disputes.find(isOpenDispute) ?? disputes[0];

/**
 * The provider is away or too slow; HTTP answers 503 with `Retry-After`. What was asked may have happened or not; asking again under the
 * same key is safe.
 */
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

/** The provider refuses what was asked. */
export class GatewayRefusedError extends Error {
  /** The provider's own word, such as `charge_disputed`; `key-spent` when the key stands for another request. */
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super(`The payment provider refused: ${code}`, { cause });
    this.name = 'GatewayRefusedError';
    this.code = code;
  }
}

/** Tells whether an error is the provider's refusal with this word. */
export const isRefused = (error: unknown, code: string): boolean =>
  error instanceof GatewayRefusedError && error.code === code;
