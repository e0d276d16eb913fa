import { cardBrand, fingerprintOf, readCard } from './card-form.ts';
import { nestedParams, type Params, textParam } from './form-body.ts';
import { newId, type PaymentMethod, type StoredMethod, unixNow } from './objects.ts';
import type { Outcome } from './outcome.ts';
import type { Store } from './store.ts';
import { invalidParam, missing } from './stripe-error.ts';
import { cardBehaviour, testMethods } from './test-cards.ts';

/** Makes a payment method from a card form. Throws card errors that name the field. */
export function createPaymentMethod(store: Store, params: Params): Outcome<PaymentMethod> {
  if (textParam(params, 'type') !== 'card') {
    throw invalidParam('Missing required param: type.', 'type', 'parameter_missing');
  }
  const form = nestedParams(params, 'card');
  const card = readCard(
    {
      number: textParam(form, 'number') ?? '',
      month: textParam(form, 'exp_month') ?? '',
      year: textParam(form, 'exp_year') ?? '',
      cvc: textParam(form, 'cvc') ?? '',
    },
    new Date(),
  );
  const billing = nestedParams(params, 'billing_details');
  const stored = storedMethod(store, newId('pm'), card.number, card.expMonth, card.expYear);
  stored.method.billing_details = {
    name: textParam(billing, 'name') ?? null,
    email: textParam(billing, 'email') ?? null,
    phone: null,
    address: { postal_code: textParam(nestedParams(billing, 'address'), 'postal_code') ?? null },
  };
  return {
    answer: stored.method,
    puts: [{ table: 'methods', id: stored.method.id, value: stored }],
    events: [],
  };
}

/** The payment method with this id; the ready-made test methods (`pm_card_visa` …) always exist. Throws 404, or 400 when a parameter named it. */
export function findPaymentMethod(store: Store, id: string, status?: 400): StoredMethod {
  const stored = store.methods.get(id);
  if (stored) return stored;
  const number = Object.hasOwn(testMethods, id) ? testMethods[id] : undefined;
  if (number === undefined) throw missing('PaymentMethod', id, 'payment_method', status);
  return storedMethod(store, id, number, 12, new Date().getUTCFullYear() + 5);
}

function storedMethod(
  store: Store,
  id: string,
  number: string,
  expMonth: number,
  expYear: number,
): StoredMethod {
  return {
    behaviour: cardBehaviour(number),
    method: {
      id,
      object: 'payment_method',
      type: 'card',
      created: unixNow(),
      livemode: false,
      billing_details: { name: null, email: null, phone: null, address: { postal_code: null } },
      card: {
        brand: cardBrand(number),
        last4: number.slice(-4),
        exp_month: expMonth,
        exp_year: expYear,
        funding: 'credit',
        country: 'US',
        fingerprint: fingerprintOf(number, store.cardKey),
      },
      metadata: {},
    },
  };
}
