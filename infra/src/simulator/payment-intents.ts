import { listParam, nestedParams, type Params, textParam } from './form-body.ts';
import { newId, type PaymentIntent, unixNow } from './objects.ts';
import type { Outcome } from './outcome.ts';
import type { Put, Store } from './store.ts';
import { invalidParam, missing, SimulatorError } from './stripe-error.ts';

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
    receipt_email: textParam(params, 'receipt_email') ?? null,
    payment_method: null,
    payment_method_types: ['card'],
    ...readMethodTypes(params),
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    metadata: readMetadata(params),
  };
  return { answer: intent, puts: [put(intent)], events: [] };
}

/**
 * Which payment methods an intent takes. Stripe refuses a list of allowed types together with the automatic ones; without either the
 * automatic ones are on, redirects included.
 */
function readMethodTypes(
  params: Params,
): Pick<PaymentIntent, 'allowed_payment_method_types' | 'automatic_payment_methods'> {
  const allowed = listParam(params, 'allowed_payment_method_types');
  const automatic = nestedParams(params, 'automatic_payment_methods');
  if (allowed.length > 0) {
    for (const other of ['automatic_payment_methods', 'excluded_payment_method_types']) {
      if (!(other in params)) continue;
      throw invalidParam(
        `You may only specify one of these parameters: allowed_payment_method_types, ${other}.`,
        other,
        'parameters_exclusive',
      );
    }
    if (!allowed.includes('card')) {
      throw invalidParam(
        'No payment method of this account is left: only cards are activated here.',
        'allowed_payment_method_types',
      );
    }
    return { allowed_payment_method_types: allowed, automatic_payment_methods: null };
  }
  if ('automatic_payment_methods' in params && !('enabled' in automatic)) {
    throw invalidParam(
      'Missing required param: automatic_payment_methods[enabled].',
      'automatic_payment_methods[enabled]',
      'parameter_missing',
    );
  }
  return {
    allowed_payment_method_types: null,
    automatic_payment_methods: {
      enabled: textParam(automatic, 'enabled') !== 'false',
      allow_redirects: textParam(automatic, 'allow_redirects') === 'never' ? 'never' : 'always',
    },
  };
}

/** Changes an intent's metadata or description; an empty value removes a metadata key, as with Stripe. */
export function updateIntent(store: Store, id: string, params: Params): IntentOutcome {
  const intent = findIntent(store, id);
  const metadata = params.metadata === '' ? {} : { ...intent.metadata };
  for (const [name, value] of Object.entries(nestedParams(params, 'metadata'))) {
    if (value === '') delete metadata[name];
    else metadata[name] = String(value);
  }
  const changed = {
    ...intent,
    metadata,
    description: textParam(params, 'description') ?? intent.description,
  };
  return { answer: changed, puts: [put(changed)], events: [] };
}

/** Cancels an intent that is neither paid, nor being paid, nor cancelled. */
export function cancelIntent(store: Store, id: string, params: Params): IntentOutcome {
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
  return {
    answer: canceled,
    puts: [put(canceled)],
    events: [{ type: 'payment_intent.canceled', object: canceled }],
  };
}

/** The intent with this id. Throws 404, or 400 when a parameter named it. */
export function findIntent(store: Store, id: string, status?: 400): PaymentIntent {
  const intent = store.intents.get(id);
  if (!intent) throw missing('payment_intent', id, 'intent', status);
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

/** The metadata of a request, all values as text; a key with an empty value is none. */
export function readMetadata(params: Params): Record<string, string> {
  const entries = Object.entries(nestedParams(params, 'metadata'));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]).filter(([, text]) => text));
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
