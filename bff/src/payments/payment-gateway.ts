import { isOpenDispute } from '@karigar/events';
import type Stripe from 'stripe';
import { ProblemError } from '../problem/problem-error.ts';

/**
 * Where a payment stands, as far as the shop cares: it can be paid, is being paid, is paid, never will be, or belongs to another shop on the
 * same account. The shop never hands out, cancels or refunds a foreign one.
 */
type IntentState = 'payable' | 'processing' | 'succeeded' | 'canceled' | 'foreign';

/** A payment intent as the provider keeps it, with what it means for the shop. A foreign one carries no secret. */
export type GatewayIntent = Stripe.PaymentIntent & { state: IntentState };

const states: { readonly [status in Stripe.PaymentIntent.Status]?: IntentState } = {
  succeeded: 'succeeded',
  canceled: 'canceled',
  processing: 'processing',
};

/** Says where an intent of this shop stands. */
export const stateOf = ({ status }: Stripe.PaymentIntent): IntentState => states[status] ?? 'payable';

/** Whether some of a payment's money went back, or its payer has disputed it; known only of an intent that was read with `find`. */
export const isReturned = ({ latest_charge: charge }: GatewayIntent): boolean =>
  typeof charge === 'object' && charge !== null && (charge.amount_refunded > 0 || charge.disputed);

/**
 * A message of the provider: one whose signature was good, or one that was read from its list. It says where to look; what it says
 * of states and sums may be old.
 */
export interface GatewayEvent {
  id: string;
  /** The provider's own word, such as `payment_intent.succeeded`. */
  type: string;
  /** `declined`: a card was. `returned`: a refund or a dispute has changed. */
  about: 'paid' | 'declined' | 'returned' | 'other';
  /** The payment it belongs to; null when it names none. */
  intentId: string | null;
  /** That of the object that changed; refunds and disputes do not carry their payment's. */
  metadata: Readonly<Record<string, string>>;
  /** Of a declined payment: the provider's name for the card, the same for the same number. */
  fingerprint: string | null;
  createdAt: number;
}

/** The kinds of events that the shop handles, and what each is about. A webhook endpoint subscribes to these. */
const subjects: { readonly [type in Stripe.Event['type']]?: GatewayEvent['about'] } = {
  'payment_intent.succeeded': 'paid',
  'payment_intent.payment_failed': 'declined',
  'charge.refunded': 'returned',
  'refund.created': 'returned',
  'refund.updated': 'returned',
  'refund.failed': 'returned',
  'charge.dispute.created': 'returned',
  'charge.dispute.updated': 'returned',
  'charge.dispute.closed': 'returned',
};

/** The kinds of events that are read from the provider's list. */
export const handledTypes = Object.keys(subjects);

/** Reads an event of the provider's. One of a kind that the shop does not handle is about `other`. */
export function toEvent({ id, type, created, data }: Stripe.Event): GatewayEvent {
  const object = data.object as Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund | Stripe.Dispute;
  const isIntent = object.object === 'payment_intent';
  return {
    id,
    type,
    about: subjects[type] ?? 'other',
    intentId: idOf(isIntent ? object : object.payment_intent),
    metadata: object.metadata ?? {},
    fingerprint: (isIntent && object.last_payment_error?.payment_method?.card?.fingerprint) || null,
    createdAt: created * 1_000,
  };
}

/** The payment that a movement of money belongs to, its source expanded; null when that was no payment, refund or dispute. */
export function paymentOf({ source }: Stripe.BalanceTransaction): string | null {
  const isWhole = typeof source === 'object' && source !== null;
  return isWhole && 'payment_intent' in source ? idOf(source.payment_intent) : null;
}

/** The id of what may be given as an id or as a whole object. */
const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** Why the money of a refund did not go back, in the provider's word such as `lost_or_stolen_card`; null unless that is so. */
export const failureOf = ({ status, failure_reason: reason }: Stripe.Refund): string | null =>
  status === 'failed' || status === 'canceled' ? (reason ?? status) : null;

/** How many cents of a payment went back or are on their way. */
export const givenBack = (refunds: readonly Stripe.Refund[]): number =>
  refunds.reduce((sum, refund) => sum + (failureOf(refund) === null ? refund.amount : 0), 0);

/** The dispute of a payment that a person must know of: the newest that is open, else the newest. `disputes` are sorted newest first. */
export const foremostDispute = (disputes: readonly Stripe.Dispute[]): Stripe.Dispute | undefined =>
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

/** What means "away": no connection, its own fault, too many calls, our own key refused. */
const awayTypes = new Set([
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeAuthenticationError',
  'StripePermissionError',
]);

/** An error of the SDK, as `GatewayUnavailableError` where asking again later may help, an idempotency key in use (409) included. */
export function translated(error: unknown): unknown {
  if (!isStripeError(error)) return error;
  const { type, statusCode = 0 } = error;
  return awayTypes.has(type) || statusCode >= 500 || statusCode === 409
    ? new GatewayUnavailableError(error)
    : error;
}

/** The provider's word for a refusal, such as `charge_disputed`; `key-spent` when the key was used for another request. Null for another error. */
export function refusalOf(error: unknown): string | null {
  if (!isStripeError(error)) return null;
  return error.type === 'StripeIdempotencyError' ? 'key-spent' : (error.code ?? 'refused');
}

/** By its `type`, which is the name of its class: the classes themselves come with the SDK. */
const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe');
