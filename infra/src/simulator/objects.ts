import { randomBytes } from 'node:crypto';
import type { CardBehaviour } from './test-cards.ts';

/** The objects below are stored and answered in Stripe's own shape and names; amounts are integer cents, times Unix seconds. */
export interface PaymentMethod {
  id: string;
  object: 'payment_method';
  type: 'card';
  created: number;
  livemode: false;
  billing_details: {
    name: string | null;
    email: string | null;
    phone: null;
    address: { postal_code: string | null };
  };
  card: {
    brand: string;
    last4: string;
    exp_month: number;
    exp_year: number;
    funding: 'credit';
    country: 'US';
  };
  metadata: Record<string, string>;
}

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

export interface PaymentIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  status: IntentStatus;
  client_secret: string;
  created: number;
  canceled_at: number | null;
  cancellation_reason: string | null;
  livemode: false;
  capture_method: 'automatic';
  confirmation_method: 'automatic';
  description: string | null;
  receipt_email: string | null;
  payment_method: string | null;
  payment_method_types: string[];
  latest_charge: string | null;
  last_payment_error: Record<string, unknown> | null;
  next_action: Record<string, unknown> | null;
  metadata: Record<string, string>;
}

export interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  amount_refunded: number;
  currency: string;
  status: 'succeeded' | 'failed';
  paid: boolean;
  captured: boolean;
  refunded: boolean;
  created: number;
  livemode: false;
  payment_intent: string;
  payment_method: string;
  failure_code: string | null;
  failure_message: string | null;
  metadata: Record<string, string>;
}

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string | null;
  status: 'succeeded';
  created: number;
  metadata: Record<string, string>;
}

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
