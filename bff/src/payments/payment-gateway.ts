import { ProblemError } from '../problem/problem-error.ts';

/** Where a payment stands, as far as the shop cares: it can be paid, is being paid, is paid, or never will be. */
export type IntentState = 'payable' | 'processing' | 'succeeded' | 'canceled';

/** A payment intent as the provider keeps it. Amounts are integer cents, times milliseconds since 1970. */
export interface GatewayIntent {
  readonly id: string;
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

/** A message of the provider whose signature was good. `intentId` is null when it is about something else. */
export interface GatewayEvent {
  readonly id: string;
  readonly type: string;
  readonly intentId: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * What the shop needs of a card payment provider. Every method throws `GatewayUnavailableError` when the provider is away
 * or too slow; what was asked may then have happened or not, and asking again under the same key is safe.
 */
export interface PaymentGateway {
  /**
   * Opens an intent over `amount` cents (US dollars). The same key gives the same intent again, as it was when it was
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
  /** Cancels if that is still possible, and tells where the intent stands afterwards; null when it is unknown. */
  cancel(intentId: string): Promise<GatewayIntent | null>;
  /** Gives all of a payment back, once: `repeated` is true when that was done before. */
  refund(intentId: string): Promise<{ readonly repeated: boolean }>;
  /** How much of a payment has been given back (cents). */
  refunded(intentId: string): Promise<number>;
  /** Adds metadata to an intent. */
  mark(intentId: string, metadata: Readonly<Record<string, string>>): Promise<void>;
  /** Every intent made from `from` until `to` (ms), newest first. */
  between(from: number, to: number): AsyncIterable<GatewayIntent>;
  /** Checks signature and age of a message and reads it. Throws `ProblemError` 400 when they are not good. */
  readEvent(body: string, signature: string): Promise<GatewayEvent>;
}

/** The provider is away or too slow; HTTP answers 503 with `Retry-After`. */
export class GatewayUnavailableError extends ProblemError {
  constructor(cause: unknown) {
    super(
      'PROVIDER_UNAVAILABLE',
      'The card payment service does not answer. Nothing was lost; try again in a moment.',
      { retryAfter: 5, cause },
    );
    this.name = 'GatewayUnavailableError';
  }
}

/**
 * The provider refuses to open an intent. `key-spent`: the key stands for another request or repeats an old failure, so a
 * new key may work. `amount`: the sum is below or above what it takes.
 */
export class GatewayRefusedError extends Error {
  readonly reason: 'key-spent' | 'amount';

  constructor(reason: 'key-spent' | 'amount', cause: unknown) {
    super(`The payment provider refused: ${reason}`, { cause });
    this.name = 'GatewayRefusedError';
    this.reason = reason;
  }
}
