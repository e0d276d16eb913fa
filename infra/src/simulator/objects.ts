import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { CardBehaviour } from './test-cards.ts';

/*
 * The objects as they are stored and answered: what the shop uses of Stripe's own, typed by the SDK, so that a new SDK which
 * renames a field breaks the build here. Amounts are integer cents, times Unix seconds; references are ids, which `expand` turns
 * into objects.
 */

/** Fields that Stripe can expand to whole objects, as the ids that they are here. */
type ById<T, K extends keyof T> = { [Field in K]: Extract<T[Field], string | null> };

type Card = Pick<
  Stripe.PaymentMethod.Card,
  'brand' | 'last4' | 'exp_month' | 'exp_year' | 'funding' | 'country' | 'fingerprint'
>;

type Billing = Pick<Stripe.PaymentMethod.BillingDetails, 'name' | 'email' | 'phone'> & {
  address: Pick<Stripe.Address, 'postal_code'>;
};

export type PaymentMethod = Pick<
  Stripe.PaymentMethod,
  'id' | 'object' | 'type' | 'created' | 'livemode' | 'metadata'
> & { billing_details: Billing; card: Card };

type PaymentError = Pick<
  Stripe.PaymentIntent.LastPaymentError,
  'type' | 'code' | 'decline_code' | 'message' | 'charge'
> & { payment_method: PaymentMethod };

export type PaymentIntent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'allowed_payment_method_types'
  | 'amount'
  | 'amount_received'
  | 'currency'
  | 'status'
  | 'created'
  | 'canceled_at'
  | 'cancellation_reason'
  | 'livemode'
  | 'capture_method'
  | 'confirmation_method'
  | 'description'
  | 'payment_method_types'
  | 'next_action'
  | 'metadata'
> &
  ById<Stripe.PaymentIntent, 'payment_method' | 'latest_charge'> & {
    client_secret: NonNullable<Stripe.PaymentIntent['client_secret']>;
    last_payment_error: PaymentError | null;
  };

export type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'currency'
  | 'description'
  | 'disputed'
  | 'status'
  | 'paid'
  | 'captured'
  | 'refunded'
  | 'created'
  | 'livemode'
  | 'failure_code'
  | 'failure_message'
  | 'metadata'
> &
  ById<Stripe.Charge, 'payment_intent' | 'payment_method' | 'balance_transaction'> & {
    billing_details: Billing;
    payment_method_details: { type: 'card'; card: Card };
  };

export type Refund = Pick<
  Stripe.Refund,
  | 'id'
  | 'object'
  | 'amount'
  | 'currency'
  | 'reason'
  | 'status'
  | 'created'
  | 'failure_reason'
  | 'pending_reason'
> &
  ById<Stripe.Refund, 'charge' | 'payment_intent' | 'balance_transaction'> & {
    failure_balance_transaction?: string;
    metadata: NonNullable<Stripe.Refund['metadata']>;
  };

export type Dispute = Pick<
  Stripe.Dispute,
  | 'id'
  | 'object'
  | 'amount'
  | 'currency'
  | 'created'
  | 'is_charge_refundable'
  | 'livemode'
  | 'metadata'
  | 'reason'
  | 'status'
> &
  ById<Stripe.Dispute, 'charge' | 'payment_intent'> & {
    balance_transactions: BalanceTransaction[];
    evidence_details: Pick<
      Stripe.Dispute.EvidenceDetails,
      'due_by' | 'has_evidence' | 'past_due' | 'submission_count'
    >;
  };

export type BalanceTransaction = Pick<
  Stripe.BalanceTransaction,
  | 'id'
  | 'object'
  | 'amount'
  | 'available_on'
  | 'balance_type'
  | 'created'
  | 'currency'
  | 'description'
  | 'exchange_rate'
  | 'fee'
  | 'fee_details'
  | 'net'
  | 'reporting_category'
  | 'status'
  | 'type'
> &
  ById<Stripe.BalanceTransaction, 'source'>;

/** An event: as it is sent, and as the list of events answers it. */
export type Event = Pick<
  Stripe.Event,
  'id' | 'object' | 'api_version' | 'created' | 'livemode' | 'pending_webhooks' | 'request' | 'type'
> & { data: { object: PaymentIntent | Charge | Refund | Dispute } };

/** An event and whether the shop has taken it. */
export interface StoredEvent {
  event: Event;
  delivered: boolean;
}

/** A payment method and what its card does; the card's number is never kept. Without a customer it pays only once. */
export interface StoredMethod {
  method: PaymentMethod;
  behaviour: CardBehaviour;
  used?: true;
}

/** A new id such as `pi_3f…`, in the alphabet Stripe uses. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** Now in Unix seconds. */
export function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}
