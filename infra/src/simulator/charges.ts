import { cardFee, moveBalance } from './balance-transactions.ts';
import { type Charge, newId, type PaymentIntent, type PaymentMethod, unixNow } from './objects.ts';
import { type Put, put } from './store.ts';
import type { Decline } from './test-cards.ts';

/** Charges an intent's card: the charge, and what to keep of it. A `failure` moves no money. */
export function newCharge(
  intent: PaymentIntent,
  method: PaymentMethod,
  failure: Decline | null,
): { charge: Charge; puts: Put[] } {
  const id = newId('ch');
  const money =
    failure === null
      ? moveBalance({
          type: 'charge',
          source: id,
          amount: intent.amount,
          fee: cardFee(intent.amount),
          currency: intent.currency,
          category: 'charge',
          description: intent.description,
        })
      : null;
  const charge: Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: failure === null ? intent.amount : 0,
    amount_refunded: 0,
    balance_transaction: money?.id ?? null,
    billing_details: method.billing_details,
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    status: failure === null ? 'succeeded' : 'failed',
    paid: failure === null,
    captured: failure === null,
    refunded: false,
    created: unixNow(),
    livemode: false,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: method.card },
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    metadata: intent.metadata,
  };
  return { charge, puts: [...(money === null ? [] : [put('balance', money)]), put('charges', charge)] };
}
