import type Stripe from 'stripe';
import {
  type GatewayEvent,
  type GatewayIntent,
  type GatewayRefund,
  GatewayRefusedError,
  GatewayUnavailableError,
  type IntentState,
} from './payment-gateway.ts';

/** Reads an intent of the provider's; `shop` is the id of this shop. */
export function toIntent(intent: Stripe.PaymentIntent, shop: string): GatewayIntent {
  const { id, status, amount, currency, metadata, latest_charge: charge } = intent;
  const isOwn = metadata.shop === shop;
  const isWhole = typeof charge === 'object' && charge !== null;
  return {
    id,
    clientSecret: isOwn ? (intent.client_secret ?? '') : '',
    status,
    state: isOwn ? (states[status] ?? 'payable') : 'foreign',
    amount,
    received: intent.amount_received,
    currency,
    metadata,
    returned: isWhole && (charge.amount_refunded > 0 || charge.disputed),
  };
}

const states: { readonly [status in Stripe.PaymentIntent.Status]?: IntentState } = {
  succeeded: 'succeeded',
  canceled: 'canceled',
  processing: 'processing',
};

/** Reads a refund of the provider's. */
export const toRefund = ({ id, amount, status, failure_reason, metadata }: Stripe.Refund): GatewayRefund => ({
  id,
  amount,
  status: status ?? 'pending',
  failure: failure_reason ?? null,
  metadata: metadata ?? {},
});

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
  const intent = object.object === 'payment_intent' ? object : null;
  return {
    id,
    type,
    about: subjects[type] ?? 'other',
    intentId: idOf(object.object === 'payment_intent' ? object : object.payment_intent),
    metadata: object.metadata ?? {},
    fingerprint: intent?.last_payment_error?.payment_method?.card?.fingerprint ?? null,
    createdAt: created * 1_000,
  };
}

/** The payment that a movement of money belongs to, its source expanded; null when that was no payment, refund or dispute. */
export function paymentOf({ source }: Stripe.BalanceTransaction): string | null {
  const isWhole = typeof source === 'object' && source !== null;
  return isWhole && 'payment_intent' in source ? idOf(source.payment_intent) : null;
}

/** The id of what may be given as an id or as a whole object. */
const idOf = (reference: string | { readonly id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** What means "away": no connection, its own fault, too many calls, our own key refused. */
const awayTypes = new Set([
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeAuthenticationError',
  'StripePermissionError',
]);

/** An error of the SDK as the shop's own: away where asking again later may help, an idempotency key in use (409) included; else refused. */
export function translated(error: unknown): unknown {
  if (!isStripeError(error)) return error;
  const { type, code = 'refused', statusCode = 0 } = error;
  return awayTypes.has(type) || statusCode >= 500 || statusCode === 409
    ? new GatewayUnavailableError(error)
    : new GatewayRefusedError(type === 'StripeIdempotencyError' ? 'key-spent' : code, error);
}

/** By its `type`, which is the name of its class: the classes themselves come with the SDK. */
const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe');
