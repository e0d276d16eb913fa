import { cardBrand, readCard } from './card-form.ts';
import { nestedParams, type Params, textParam } from './form-body.ts';
import { newId, type StoredMethod, unixNow } from './objects.ts';
import type { Put, Store } from './store.ts';
import { invalidParam, missing } from './stripe-error.ts';
import { cardBehaviour, testMethods } from './test-cards.ts';

/** Makes a payment method from a card form. Throws card errors that name the field. */
export function createPaymentMethod(params: Params): { stored: StoredMethod; puts: Put[] } {
  if (textParam(params, 'type') !== 'card') {
    throw invalidParam('Only payment methods of type card exist here.', 'type', 'parameter_invalid');
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
  const stored = storedMethod(newId('pm'), card.number, card.expMonth, card.expYear);
  stored.method.billing_details = {
    name: textParam(billing, 'name') ?? null,
    email: textParam(billing, 'email') ?? null,
    phone: null,
    address: { postal_code: textParam(nestedParams(billing, 'address'), 'postal_code') ?? null },
  };
  return { stored, puts: [{ table: 'method', id: stored.method.id, value: stored }] };
}

/** The payment method with this id; the ready-made test methods (`pm_card_visa` …) always exist. Throws 404. */
export function findPaymentMethod(store: Store, id: string): StoredMethod {
  const stored = store.methods.get(id);
  if (stored) return stored;
  const number = Object.hasOwn(testMethods, id) ? testMethods[id] : undefined;
  if (number === undefined) throw missing('PaymentMethod', id, 'payment_method');
  return storedMethod(id, number, 12, new Date().getUTCFullYear() + 5);
}

function storedMethod(id: string, number: string, expMonth: number, expYear: number): StoredMethod {
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
      },
      metadata: {},
    },
  };
}
