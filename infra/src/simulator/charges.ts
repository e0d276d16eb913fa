import { moveBalance } from './balance-transactions.ts';
import { type Charge, newId, type PaymentIntent, type PaymentMethod, some, unixNow } from './objects.ts';
import type { Store } from './store.ts';
import type { Decline } from './test-cards.ts';

/** Enters the charge of an intent; a `failure` moves no money. */
export function newCharge(
  store: Store,
  intent: PaymentIntent,
  method: PaymentMethod,
  failure?: Decline,
): Charge {
  const id = newId('ch');
  const { amount, currency, description } = intent;
  const paid = failure === undefined;
  // Stripe's standard fee for a card payment in the United States: 2.9 % and 30 cents.
  const fee = Math.round(amount * 0.029) + 30;
  const money = paid
    ? moveBalance(store, { type: 'charge', source: id, amount, fee, currency, description })
    : null;
  const charge = some<Charge>({
    id,
    object: 'charge',
    amount,
    amount_captured: paid ? amount : 0,
    amount_refunded: 0,
    balance_transaction: money?.id ?? null,
    billing_details: method.billing_details,
    currency,
    description,
    disputed: false,
    status: paid ? 'succeeded' : 'failed',
    paid,
    captured: paid,
    refunded: false,
    created: unixNow(),
    livemode: false,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: method.card },
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    metadata: intent.metadata,
  });
  return store.keep('charges', charge);
}
