import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { CardBehaviour } from './test-cards.ts';

/*
 * The objects as they are stored and answered: what the shop uses of Stripe's own, typed by the SDK, so that a new SDK which
 * renames a field breaks the build here. Amounts are integer cents, times Unix seconds; references are ids, never expanded objects.
 */

export type PaymentMethod = Pick<
  Stripe.PaymentMethod,
  'id' | 'object' | 'type' | 'created' | 'livemode' | 'metadata'
> & {
  billing_details: Pick<Stripe.PaymentMethod.BillingDetails, 'name' | 'email' | 'phone'> & {
    address: Pick<Stripe.Address, 'postal_code'>;
  };
  card: Pick<Stripe.PaymentMethod.Card, 'brand' | 'last4' | 'exp_month' | 'exp_year' | 'funding' | 'country'>;
};

type PaymentError = Pick<
  Stripe.PaymentIntent.LastPaymentError,
  'type' | 'code' | 'decline_code' | 'message' | 'charge'
> & { payment_method: PaymentMethod };

export type PaymentIntent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
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
  | 'receipt_email'
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
  | 'amount_refunded'
  | 'currency'
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
  ById<Stripe.Charge, 'payment_intent' | 'payment_method'>;

export type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'currency' | 'reason' | 'status' | 'created'
> &
  ById<Stripe.Refund, 'charge' | 'payment_intent'> & {
    metadata: NonNullable<Stripe.Refund['metadata']>;
  };

/** Fields that Stripe can expand to whole objects, as the ids that they are here. */
type ById<T, K extends keyof T> = { [Field in K]: Extract<T[Field], string | null> };

/** A webhook event; once it is delivered its payload is no longer needed. */
export interface StoredEvent {
  id: string;
  payload: string;
  delivered: boolean;
}

/** A payment method and what its card does; the card's number is never kept. */
export interface StoredMethod {
  method: PaymentMethod;
  behaviour: CardBehaviour;
}

/** A new id such as `pi_3f…`, in the alphabet Stripe uses. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** Now in Unix seconds. */
export function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}
