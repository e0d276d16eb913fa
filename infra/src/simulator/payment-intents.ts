import { listParam, nestedParams, type Params, textParam } from './form-body.ts';
import { find } from './listing.ts';
import { newId, type PaymentIntent, unixNow } from './objects.ts';
import type { Outcome } from './outcome.ts';
import { put, type Store } from './store.ts';
import { invalidParam, SimulatorError } from './stripe-error.ts';

/** What an operation on an intent answers, keeps and tells. */
export interface IntentOutcome extends Outcome<PaymentIntent> {
  /** The card is slow: answer only after it has been settled. */
  settleLater?: boolean;
}

/** Makes an intent. Amounts are cents, from 50 to 99,999,999, as Stripe allows for US dollars. */
export function createIntent(params: Params): IntentOutcome {
  const currency = textParam(params, 'currency');
  if (currency === undefined)
    throw invalidParam('Missing required param: currency.', 'currency', 'parameter_missing');
  const id = newId('pi');
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    amount: readAmount(textParam(params, 'amount')),
    amount_received: 0,
    currency: currency.toLowerCase(),
    status: 'requires_payment_method',
    client_secret: `${id}_secret_${newId('s').slice(2)}`,
    created: unixNow(),
    canceled_at: null,
    cancellation_reason: null,
    livemode: false,
    capture_method: 'automatic',
    confirmation_method: 'automatic',
    description: textParam(params, 'description') ?? null,
    payment_method: null,
    payment_method_types: ['card'],
    allowed_payment_method_types: readMethodTypes(params),
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    metadata: readMetadata(params),
  };
  return { answer: intent, puts: [put('intents', intent)], events: [] };
}

/** Cancels an intent that is neither paid, nor being paid, nor cancelled. */
export function cancelIntent(store: Store, id: string): IntentOutcome {
  const intent = find(store, 'intents', id);
  if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing') {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action.`,
    );
  }
  const canceled: PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: unixNow(),
    next_action: null,
  };
  return {
    answer: canceled,
    puts: [put('intents', canceled)],
    events: [{ type: 'payment_intent.canceled', object: canceled }],
  };
}

/** 400: the intent's status does not allow the operation. The error carries the intent, as Stripe's does. */
export function unexpectedState(intent: PaymentIntent, message: string) {
  return new SimulatorError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: intent,
  });
}

/** The metadata of a request, all values as text; a key with an empty value is none. */
export function readMetadata(params: Params): Record<string, string> {
  const entries = Object.entries(nestedParams(params, 'metadata'));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]).filter(([, text]) => text));
}

/**
 * Which payment methods an intent takes: those that are listed. Without a list Stripe turns automatic methods on, redirects included,
 * which are not simulated.
 */
function readMethodTypes(params: Params): PaymentIntent['allowed_payment_method_types'] {
  const allowed = listParam(params, 'allowed_payment_method_types');
  if (allowed.includes('card')) return allowed;
  throw invalidParam(
    'No payment method of this account is left: only cards are activated here.',
    'allowed_payment_method_types',
  );
}

function readAmount(raw: string | undefined): number {
  if (raw === undefined) throw invalidParam('Missing required param: amount.', 'amount', 'parameter_missing');
  const amount = Number(raw);
  if (amount < 50) throw invalidParam('Amount must be at least $0.50 usd', 'amount', 'amount_too_small');
  if (amount > 99_999_999) {
    throw invalidParam('Amount must be no more than $999,999.99', 'amount', 'amount_too_large');
  }
  return amount;
}
