import { nestedParams, type Params, textParam } from './form-body.ts';
import { newId, type PaymentIntent, unixNow } from './objects.ts';
import type { Put, Store } from './store.ts';
import { invalidParam, missing, SimulatorError } from './stripe-error.ts';

/** What an operation answers, what it wants kept, and the webhook event it causes, if any. */
export interface Outcome {
  intent: PaymentIntent;
  puts: Put[];
  event?: string;
  /** The card is slow: answer only after it has been settled. */
  settleLater?: boolean;
}

const known = new Set([
  'amount',
  'currency',
  'metadata',
  'automatic_payment_methods',
  'payment_method_types',
  'payment_method',
  'confirm',
  'return_url',
  'description',
  'receipt_email',
]);

/** Makes an intent. Amounts are cents, from 50 to 99,999,999, as Stripe allows for US dollars. */
export function createIntent(params: Params): Outcome {
  for (const name of Object.keys(params)) {
    if (!known.has(name))
      throw invalidParam(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
  }
  const currency = textParam(params, 'currency');
  if (currency === undefined)
    throw invalidParam('Missing required param: currency.', 'currency', 'parameter_missing');
  const method = textParam(params, 'payment_method') ?? null;
  const id = newId('pi');
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    amount: readAmount(textParam(params, 'amount')),
    amount_received: 0,
    currency: currency.toLowerCase(),
    status: method === null ? 'requires_payment_method' : 'requires_confirmation',
    client_secret: `${id}_secret_${newId('s').slice(2)}`,
    created: unixNow(),
    canceled_at: null,
    cancellation_reason: null,
    livemode: false,
    capture_method: 'automatic',
    confirmation_method: 'automatic',
    description: textParam(params, 'description') ?? null,
    receipt_email: textParam(params, 'receipt_email') ?? null,
    payment_method: method,
    payment_method_types: ['card'],
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    metadata: readMetadata(params),
  };
  return { intent, puts: [put(intent)] };
}

/** Changes an intent's metadata or description; an empty value removes a metadata key, as with Stripe. */
export function updateIntent(store: Store, id: string, params: Params): Outcome {
  const intent = findIntent(store, id);
  const metadata = { ...intent.metadata };
  for (const [name, value] of Object.entries(nestedParams(params, 'metadata'))) {
    if (value === '') delete metadata[name];
    else metadata[name] = String(value);
  }
  const changed = {
    ...intent,
    metadata,
    description: textParam(params, 'description') ?? intent.description,
  };
  return { intent: changed, puts: [put(changed)] };
}

/** Cancels an intent that is neither paid, nor being paid, nor cancelled. */
export function cancelIntent(store: Store, id: string, params: Params): Outcome {
  const intent = findIntent(store, id);
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
    cancellation_reason: textParam(params, 'cancellation_reason') ?? null,
    next_action: null,
  };
  return { intent: canceled, puts: [put(canceled)], event: 'payment_intent.canceled' };
}

/** The intent with this id. Throws 404. */
export function findIntent(store: Store, id: string): PaymentIntent {
  const intent = store.intents.get(id);
  if (!intent) throw missing('payment_intent', id, 'intent');
  return intent;
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

/** An intent as something to keep. */
export function put(intent: PaymentIntent): Put {
  return { table: 'intent', id: intent.id, value: intent };
}

/** The metadata of a request, all values as text. */
export function readMetadata(params: Params): Record<string, string> {
  const entries = Object.entries(nestedParams(params, 'metadata'));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

function readAmount(raw: string | undefined): number {
  if (raw === undefined) throw invalidParam('Missing required param: amount.', 'amount', 'parameter_missing');
  if (!/^\d+$/.test(raw))
    throw invalidParam(`Invalid integer: ${raw}`, 'amount', 'parameter_invalid_integer');
  const amount = Number(raw);
  if (amount < 50) throw invalidParam('Amount must be at least $0.50 usd', 'amount', 'amount_too_small');
  if (amount > 99_999_999) {
    throw invalidParam('Amount must be no more than $999,999.99', 'amount', 'amount_too_large');
  }
  return amount;
}
