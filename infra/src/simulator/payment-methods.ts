import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import { z } from 'zod';
import { newId, type PaymentMethod, type StoredMethod, some, unixNow } from './objects.ts';
import { integer, takes, text, unsettable } from './params.ts';
import type { Store } from './store.ts';
import { missing, SimulatorError } from './stripe-error.ts';
import { cardBehaviour, testMethods } from './test-cards.ts';

/** What a payment method is made of. */
export const methodParams = takes<Stripe.PaymentMethodCreateParams>()({
  type: z.literal('card'),
  card: takes<Stripe.PaymentMethodCreateParams.Card>()({
    number: text,
    exp_month: integer,
    exp_year: integer,
    cvc: text.default(''),
  }),
  billing_details: takes<Stripe.PaymentMethodCreateParams.BillingDetails>()({
    name: unsettable.default(null),
    email: unsettable.default(null),
  }).optional(),
});

/** Makes a payment method from a card form. Throws card errors that name the field. */
export function createPaymentMethod(
  store: Store,
  { card, billing_details }: z.output<typeof methodParams>,
): PaymentMethod {
  const stored = storedMethod(store, newId('pm'), readCard(card, new Date()));
  Object.assign(stored.method.billing_details, billing_details);
  store.put({ table: 'methods', id: stored.method.id, value: stored });
  return stored.method;
}

/** The payment method with this id; the ready-made test methods (`pm_card_visa` …) always exist. Throws 404, or 400 when a parameter named it. */
export function findPaymentMethod(store: Store, id: string, status?: 400): StoredMethod {
  const stored = store.methods.get(id);
  if (stored) return stored;
  const number = Object.hasOwn(testMethods, id) ? testMethods[id] : undefined;
  if (number === undefined) throw missing('PaymentMethod', id, 'payment_method', status);
  return storedMethod(store, id, { number, exp_month: 12, exp_year: new Date().getUTCFullYear() + 5 });
}

/** The card as a form sends it. */
interface CardInput {
  number: string;
  exp_month: number;
  exp_year: number;
}

function storedMethod(store: Store, id: string, { number, ...expiry }: CardInput): StoredMethod {
  return {
    behaviour: cardBehaviour(number),
    method: some<PaymentMethod>({
      id,
      object: 'payment_method',
      type: 'card',
      created: unixNow(),
      livemode: false,
      billing_details: { name: null, email: null, phone: null, address: { postal_code: null } },
      card: {
        brand: 'visa',
        last4: number.slice(-4),
        ...expiry,
        funding: 'credit',
        country: 'US',
        // The same text for the same number wherever it is typed, which leads back to no number.
        fingerprint: createHmac('sha256', store.cardKey).update(number).digest('hex').slice(0, 16),
      },
      metadata: {},
    }),
  };
}

/**
 * Checks a card as Stripe does before it makes a payment method: digits and check digit, month, year, security code.
 * `now` is the day of the check. Throws the card error with the field it is about.
 */
function readCard(
  { number: typed, exp_month: month, exp_year: given, cvc }: z.output<typeof methodParams>['card'],
  now: Date,
): CardInput {
  const number = typed.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    throw cardFault('incorrect_number', 'number', 'Your card number is incorrect.');
  if (!(month >= 1 && month <= 12))
    throw cardFault('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  const year = given < 100 ? 2000 + given : given;
  const left = (year - now.getUTCFullYear()) * 12 + month - (now.getUTCMonth() + 1);
  if (!(left >= 0 && year <= now.getUTCFullYear() + 50))
    throw cardFault('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  if (!/^\d{3,4}$/.test(cvc)) throw cardFault('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  return { number, exp_month: month, exp_year: year };
}

const cardFault = (code: string, param: string, message: string) =>
  new SimulatorError(402, { type: 'card_error', code, param, message });

function passesLuhn(number: string): boolean {
  const weighed = [...number].reverse().map((digit, place) => Number(digit) * (1 + (place % 2)));
  return weighed.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
}
