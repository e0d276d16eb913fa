import { type Params, textParam } from './form-body.ts';
import { type Charge, newId, type PaymentIntent, type PaymentMethod, unixNow } from './objects.ts';
import { findIntent, type Outcome, put, unexpectedState } from './payment-intents.ts';
import { findPaymentMethod } from './payment-methods.ts';
import type { Put, Store } from './store.ts';
import { invalidParam, SimulatorError } from './stripe-error.ts';
import type { Decline } from './test-cards.ts';

/**
 * Confirms an intent with a payment method (its own, or `payment_method` of the request): pays, asks the bank, or
 * stays processing for a slow card. Throws the card error of a decline, with the failed charge to keep.
 */
export function confirmIntent(store: Store, id: string, params: Params): Outcome {
  const intent = findIntent(store, id);
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
    throw invalidParam(
      "You cannot confirm this PaymentIntent because it's missing a payment method.",
      'payment_method',
      'payment_intent_unexpected_state',
    );
  }
  const { method, behaviour } = findPaymentMethod(store, methodId);
  const attempted: PaymentIntent = { ...intent, payment_method: method.id, last_payment_error: null };
  if (behaviour.challenge) {
    const waiting: PaymentIntent = {
      ...attempted,
      status: 'requires_action',
      next_action: { type: 'simulator_challenge' },
    };
    return { intent: waiting, puts: [put(waiting)], event: 'payment_intent.requires_action' };
  }
  if (behaviour.decline) throw decline(attempted, method, behaviour.decline);
  if (behaviour.slow) {
    const processing: PaymentIntent = { ...attempted, status: 'processing', next_action: null };
    return {
      intent: processing,
      puts: [put(processing)],
      event: 'payment_intent.processing',
      settleLater: true,
    };
  }
  return charged(attempted, method.id);
}

/** Ends the wait of a slow card: the money moves. An intent that is no longer processing stays as it is. */
export function settleIntent(store: Store, id: string): Outcome {
  const intent = findIntent(store, id);
  if (intent.status !== 'processing' || intent.payment_method === null) return { intent, puts: [] };
  return charged(intent, intent.payment_method);
}

/**
 * The cardholder's answer to the bank's question: `outcome` is accept or refuse. A refusal is not an error of the call:
 * the intent asks for another payment method and says why.
 */
export function answerChallenge(store: Store, id: string, params: Params): Outcome {
  const intent = findIntent(store, id);
  const outcome = textParam(params, 'outcome');
  if (outcome !== 'accept' && outcome !== 'refuse') {
    throw invalidParam('outcome must be accept or refuse', 'outcome', 'parameter_invalid');
  }
  if (intent.status !== 'requires_action' || intent.payment_method === null) {
    throw unexpectedState(
      intent,
      `There is no challenge to answer: this PaymentIntent has a status of ${intent.status}.`,
    );
  }
  const { method, behaviour } = findPaymentMethod(store, intent.payment_method);
  if (outcome === 'accept') {
    if (behaviour.decline) throw decline(intent, method, behaviour.decline);
    return charged(intent, method.id);
  }
  const refused: PaymentIntent = {
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
  };
  return { intent: refused, puts: [put(refused)], event: 'payment_intent.payment_failed' };
}

function charged(intent: PaymentIntent, methodId: string): Outcome {
  const charge = newCharge(intent, methodId, null);
  const paid: PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
  };
  return { intent: paid, puts: [putCharge(charge), put(paid)], event: 'payment_intent.succeeded' };
}

function decline(intent: PaymentIntent, method: PaymentMethod, reason: Decline): SimulatorError {
  const charge = newCharge(intent, method.id, reason);
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
    { puts: [putCharge(charge), put(failed)] },
  );
}

function newCharge(intent: PaymentIntent, methodId: string, failure: Decline | null): Charge {
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    status: failure === null ? 'succeeded' : 'failed',
    paid: failure === null,
    captured: failure === null,
    refunded: false,
    created: unixNow(),
    livemode: false,
    payment_intent: intent.id,
    payment_method: methodId,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    metadata: intent.metadata,
  };
}

function putCharge(charge: Charge): Put {
  return { table: 'charge', id: charge.id, value: charge };
}
