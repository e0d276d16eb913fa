import type Stripe from 'stripe';
import type { RefundReason } from '../contracts/order.ts';
import type {
  EventSubject,
  GatewayDispute,
  GatewayEvent,
  GatewayFee,
  GatewayIntent,
  GatewayRefund,
  IntentState,
} from './payment-gateway.ts';

/** Reads an intent of the provider's; `shop` is the id of this shop. */
export function toIntent(intent: Stripe.PaymentIntent, shop: string): GatewayIntent {
  const isOwn = intent.metadata.shop === shop;
  return {
    id: intent.id,
    clientSecret: isOwn ? (intent.client_secret ?? '') : '',
    status: intent.status,
    state: isOwn ? stateOf(intent.status) : 'foreign',
    amount: intent.amount,
    received: intent.amount_received,
    currency: intent.currency,
    metadata: intent.metadata,
    createdAt: intent.created * 1_000,
  };
}

function stateOf(status: Stripe.PaymentIntent.Status): IntentState {
  switch (status) {
    case 'succeeded':
      return 'succeeded';
    case 'canceled':
      return 'canceled';
    case 'processing':
      return 'processing';
    default:
      return 'payable';
  }
}

/** Reads a refund of the provider's. */
export function toRefund(refund: Stripe.Refund): GatewayRefund {
  return {
    id: refund.id,
    amount: refund.amount,
    status: refundStatuses.find((status) => status === refund.status) ?? 'pending',
    failure: refund.failure_reason ?? null,
    metadata: refund.metadata ?? {},
  };
}

const refundStatuses = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] as const;

/** Our reasons for which the provider has a word. */
export const stripeReasons: { readonly [reason in RefundReason]?: Stripe.RefundCreateParams.Reason } = {
  customer: 'requested_by_customer',
  duplicate: 'duplicate',
  fraud: 'fraudulent',
};

/** Reads a dispute of the provider's. */
export function toDispute(dispute: Stripe.Dispute): GatewayDispute {
  return {
    id: dispute.id,
    amount: dispute.amount,
    status: dispute.status,
    reason: dispute.reason,
  };
}

/** The kinds of events that the shop handles, and what each is about. A webhook endpoint subscribes to these. */
const subjects = {
  'payment_intent.succeeded': 'intent',
  'payment_intent.payment_failed': 'intent',
  'charge.refunded': 'refund',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
} as const satisfies { readonly [type in Stripe.Event['type']]?: EventSubject };

/** The kinds of events that are read from the provider's list. */
export const handledTypes = Object.keys(subjects);

/** Reads an event of the provider's. One of a kind that the shop does not handle is about `other`. */
export function toEvent(event: Stripe.Event): GatewayEvent {
  const base = { id: event.id, type: event.type, createdAt: event.created * 1_000 };
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed': {
      const intent = event.data.object;
      return {
        ...base,
        about: subjects[event.type],
        objectId: intent.id,
        intentId: intent.id,
        metadata: intent.metadata,
        fingerprint: intent.last_payment_error?.payment_method?.card?.fingerprint ?? null,
      };
    }
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const { id, payment_intent: intent, metadata } = event.data.object;
      return {
        ...base,
        about: subjects[event.type],
        objectId: id,
        intentId: idOf(intent),
        metadata: metadata ?? {},
        fingerprint: null,
      };
    }
    default:
      return { ...base, about: 'other', objectId: '', intentId: null, metadata: {}, fingerprint: null };
  }
}

/** Reads what moved money, its source expanded; null when that was no payment, refund or dispute. */
export function toFee({ source, fee }: Stripe.BalanceTransaction): GatewayFee | null {
  if (source === null || typeof source === 'string') return null;
  switch (source.object) {
    case 'charge':
    case 'dispute':
    case 'refund':
      return { intentId: idOf(source.payment_intent), fee };
    default:
      return null;
  }
}

/** The id of what may be given as an id or as a whole object. */
const idOf = (reference: string | { readonly id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);
