import type Stripe from 'stripe';
import type { z } from 'zod';
import { newCharge } from './charges.ts';
import { openDispute } from './disputes.ts';
import { find } from './listing.ts';
import { newId, type PaymentIntent, type StoredMethod, some, unixNow } from './objects.ts';
import { integer, list, metadata, takes, text } from './params.ts';
import { findPaymentMethod } from './payment-methods.ts';
import type { Store, toldTypes } from './store.ts';
import { invalidParam, refusal, SimulatorError } from './stripe-error.ts';
import { testMethods } from './test-cards.ts';

/** What an intent is made of. */
export const intentParams = takes<Stripe.PaymentIntentCreateParams>()({
  amount: integer,
  currency: text.toLowerCase(),
  description: text.optional(),
  metadata: metadata.default({}),
  allowed_payment_method_types: list.default([]),
});

/** Makes an intent. Amounts are cents, from 50 to 99,999,999, as Stripe allows for US dollars. */
export function createIntent(store: Store, params: z.output<typeof intentParams>): PaymentIntent {
  const { amount, allowed_payment_method_types, description = null } = params;
  if (amount < 50) throw invalidParam('Amount must be at least $0.50 usd', 'amount', 'amount_too_small');
  if (amount > 99_999_999)
    throw invalidParam('Amount must be no more than $999,999.99', 'amount', 'amount_too_large');
  // Without a list Stripe turns automatic methods on, redirects included, which are not simulated.
  if (!allowed_payment_method_types.includes('card')) {
    throw invalidParam(
      'No payment method of this account is left: only cards are activated here.',
      'allowed_payment_method_types',
    );
  }
  const id = newId('pi');
  const intent = some<PaymentIntent>({
    ...params,
    id,
    object: 'payment_intent',
    description,
    amount_received: 0,
    status: 'requires_payment_method',
    client_secret: `${id}_secret_${newId('s').slice(2)}`,
    created: unixNow(),
    canceled_at: null,
    cancellation_reason: null,
    livemode: false,
    capture_method: 'automatic',
    confirmation_method: 'automatic',
    payment_method: null,
    payment_method_types: ['card'],
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
  });
  return store.keep('intents', intent);
}

/** Cancels an intent that is neither paid, nor being paid, nor cancelled. */
export function cancelIntent(store: Store, id: string): PaymentIntent {
  const intent = find(store, 'intents', id);
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action.`,
    );
  }
  const canceled = { status: 'canceled', canceled_at: unixNow(), next_action: null } as const;
  return told(store, 'payment_intent.canceled', { ...intent, ...canceled });
}

/**
 * Confirms an intent with a payment method (its own, or `payment_method` of the request): pays, asks the bank, or
 * stays processing for a slow card. Throws the card error of a decline, whose failed charge is kept.
 */
export function confirmIntent(
  store: Store,
  intent: PaymentIntent,
  { payment_method: given }: { payment_method?: string | undefined },
): PaymentIntent {
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    );
  }
  if (intent.status === 'canceled' || intent.status === 'processing') {
    throw unexpectedState(
      intent,
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
    );
  }
  const methodId = given ?? intent.payment_method;
  if (methodId === null) {
    throw unexpectedState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method.",
    );
  }
  const stored = findPaymentMethod(store, methodId, 400);
  const { method, behaviour } = stored;
  if (stored.used) {
    throw invalidParam(
      'This PaymentMethod has been used before without being attached to a Customer, and may not be used again.',
      'payment_method',
    );
  }
  const attempted: PaymentIntent = { ...intent, payment_method: method.id, last_payment_error: null };
  if (behaviour.challenge) {
    return told(store, 'payment_intent.requires_action', {
      ...attempted,
      status: 'requires_action',
      // Where Stripe.js puts the bank's question on the page. What it needs for it is its own business; here it is where the answer goes.
      next_action: {
        type: 'use_stripe_sdk',
        use_stripe_sdk: {
          type: 'three_d_secure_redirect',
          stripe_js: `/v1/payment_intents/${intent.id}/challenge`,
        },
      },
    });
  }
  if (behaviour.slow)
    return told(store, 'payment_intent.processing', {
      ...attempted,
      status: 'processing',
      next_action: null,
    });
  return charged(store, attempted, stored);
}

/** Ends the wait of a slow card: the money moves. An intent that is no longer processing stays as it is. */
export function settleIntent(store: Store, id: string): PaymentIntent {
  const intent = find(store, 'intents', id);
  if (intent.status !== 'processing' || intent.payment_method === null) return intent;
  return charged(store, intent, findPaymentMethod(store, intent.payment_method));
}

/**
 * The cardholder's answer to the bank's question: `outcome` is accept or refuse. A refusal is not an error of the call:
 * the intent asks for another payment method and says why.
 */
export function answerChallenge(
  store: Store,
  intent: PaymentIntent,
  { outcome }: { outcome: 'accept' | 'refuse' },
): PaymentIntent {
  if (intent.status !== 'requires_action' || intent.payment_method === null) {
    throw unexpectedState(
      intent,
      `There is no challenge to answer: this PaymentIntent has a status of ${intent.status}.`,
    );
  }
  const stored = findPaymentMethod(store, intent.payment_method);
  if (outcome === 'accept') return charged(store, intent, stored);
  return failed(store, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: stored.method,
  });
}

/** Charges the card of an intent. Throws the card error of a decline. */
function charged(store: Store, intent: PaymentIntent, stored: StoredMethod): PaymentIntent {
  const { method, behaviour } = stored;
  const charge = newCharge(store, intent, method, behaviour.decline);
  if (behaviour.decline) {
    const { declineCode, ...rest } = behaviour.decline;
    const error = {
      type: 'card_error' as const,
      ...(declineCode && { decline_code: declineCode }),
      ...{ ...rest, charge: charge.id, payment_method: method },
    };
    const payment_intent = failed(store, { ...intent, latest_charge: charge.id }, error);
    throw new SimulatorError(402, { ...error, payment_intent });
  }
  const paid = told(store, 'payment_intent.succeeded', {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
  });
  // The ready-made test methods may be used again and again.
  if (!(method.id in testMethods))
    store.put({ table: 'methods', id: method.id, value: { ...stored, used: true } });
  const { dispute } = behaviour;
  if (dispute) openDispute(store, charge, dispute.reason, dispute.status);
  return paid;
}

/** An attempt to pay has failed: the intent asks for another payment method and says why. */
const failed = (
  store: Store,
  intent: PaymentIntent,
  last_payment_error: Stripe.PaymentIntent.LastPaymentError,
): PaymentIntent =>
  told(store, 'payment_intent.payment_failed', {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error,
  });

/** The intent as it is now, kept and told of. */
function told(store: Store, type: (typeof toldTypes)[number], intent: PaymentIntent): PaymentIntent {
  store.tell(type, intent);
  return store.keep('intents', intent);
}

/** 400: the intent's status does not allow the operation. The error carries the intent, as Stripe's does. */
const unexpectedState = (intent: PaymentIntent, message: string) =>
  refusal('payment_intent_unexpected_state', message, { payment_intent: intent });
