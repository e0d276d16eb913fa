import { newCharge } from './charges.ts';
import { openDispute } from './disputes.ts';
import { type Params, textParam } from './form-body.ts';
import { find } from './listing.ts';
import type { PaymentIntent, PaymentMethod, StoredMethod } from './objects.ts';
import type { Occurrence } from './outcome.ts';
import { type IntentOutcome, unexpectedState } from './payment-intents.ts';
import { findPaymentMethod } from './payment-methods.ts';
import { put, type Store } from './store.ts';
import { invalidParam, SimulatorError } from './stripe-error.ts';
import { type Decline, testMethods } from './test-cards.ts';

/**
 * Confirms an intent with a payment method (its own, or `payment_method` of the request): pays, asks the bank, or
 * stays processing for a slow card. Throws the card error of a decline, with the failed charge to keep.
 */
export function confirmIntent(store: Store, id: string, params: Params): IntentOutcome {
  const intent = find(store, 'intents', id);
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
  const methodId = textParam(params, 'payment_method') ?? intent.payment_method;
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
    return told('payment_intent.requires_action', {
      ...attempted,
      status: 'requires_action',
      next_action: challengeFor(attempted),
    });
  }
  if (behaviour.decline) throw decline(attempted, method, behaviour.decline);
  if (behaviour.slow) {
    const processing: PaymentIntent = { ...attempted, status: 'processing', next_action: null };
    return { ...told('payment_intent.processing', processing), settleLater: true };
  }
  return charged(attempted, stored);
}

/** The intent as it is now, kept and told of. */
function told(type: Occurrence['type'], intent: PaymentIntent): IntentOutcome {
  return { answer: intent, puts: [put('intents', intent)], events: [{ type, object: intent }] };
}

/** Where Stripe.js puts the bank's question on the page. What it needs for it is its own business; here it is where the answer goes. */
const challengeFor = ({ id }: PaymentIntent): PaymentIntent['next_action'] => ({
  type: 'use_stripe_sdk',
  use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: `/v1/payment_intents/${id}/challenge` },
});

/** Ends the wait of a slow card: the money moves. An intent that is no longer processing stays as it is. */
export function settleIntent(store: Store, id: string): IntentOutcome {
  const intent = find(store, 'intents', id);
  if (intent.status !== 'processing' || intent.payment_method === null)
    return { answer: intent, puts: [], events: [] };
  return charged(intent, findPaymentMethod(store, intent.payment_method));
}

/**
 * The cardholder's answer to the bank's question: `outcome` is accept or refuse. A refusal is not an error of the call:
 * the intent asks for another payment method and says why.
 */
export function answerChallenge(store: Store, id: string, params: Params): IntentOutcome {
  const intent = find(store, 'intents', id);
  if (intent.status !== 'requires_action' || intent.payment_method === null) {
    throw unexpectedState(
      intent,
      `There is no challenge to answer: this PaymentIntent has a status of ${intent.status}.`,
    );
  }
  const stored = findPaymentMethod(store, intent.payment_method);
  const { method, behaviour } = stored;
  const outcome = textParam(params, 'outcome');
  if (outcome === undefined) {
    throw invalidParam('Missing required param: outcome.', 'outcome', 'parameter_missing');
  }
  if (outcome === 'accept') {
    if (behaviour.decline) throw decline(intent, method, behaviour.decline);
    return charged(intent, stored);
  }
  return told('payment_intent.payment_failed', {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_method: method,
    },
  });
}

function charged(intent: PaymentIntent, stored: StoredMethod): IntentOutcome {
  const { method, behaviour } = stored;
  const { charge, puts } = newCharge(intent, method, null);
  const paid = told('payment_intent.succeeded', {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
  });
  const { reason, status } = behaviour.dispute ?? {};
  const dispute = reason === undefined || status === undefined ? null : openDispute(charge, reason, status);
  // The ready-made test methods may be used again and again.
  const used =
    method.id in testMethods
      ? []
      : [{ table: 'methods' as const, id: method.id, value: { ...stored, used: true as const } }];
  return {
    answer: paid.answer,
    puts: [...puts, ...paid.puts, ...used, ...(dispute?.puts ?? [])],
    events: [...paid.events, ...(dispute?.events ?? [])],
  };
}

function decline(intent: PaymentIntent, method: PaymentMethod, reason: Decline): SimulatorError {
  const { charge, puts } = newCharge(intent, method, reason);
  const error = {
    type: 'card_error' as const,
    code: reason.code,
    ...(reason.declineCode === undefined ? {} : { decline_code: reason.declineCode }),
    message: reason.message,
    charge: charge.id,
    payment_method: method,
  };
  const failed: PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: charge.id,
    last_payment_error: error,
    next_action: null,
  };
  return new SimulatorError(
    402,
    { ...error, payment_intent: failed },
    {
      puts: [...puts, put('intents', failed)],
      events: [{ type: 'payment_intent.payment_failed', object: failed }],
    },
  );
}
