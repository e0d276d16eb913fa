import type Stripe from 'stripe';
import { z } from 'zod';
import { moveBalance } from './balance-transactions.ts';
import { find } from './listing.ts';
import { type Charge, newId, type Refund, some, unixNow } from './objects.ts';
import { integer, metadata, takes, text } from './params.ts';
import { findPaymentMethod } from './payment-methods.ts';
import type { Store } from './store.ts';
import { invalidParam, refusal } from './stripe-error.ts';

/** What a refund is made of. */
export const refundParams = takes<Stripe.RefundCreateParams>()({
  amount: integer.optional(),
  payment_intent: text,
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).nullable().default(null),
  metadata: metadata.default({}),
});

/**
 * Gives money back: all that is left of a charge, or `amount` cents of it. Throws `charge_already_refunded`, `charge_disputed` and
 * the like, as Stripe does.
 */
export function createRefund(store: Store, params: z.output<typeof refundParams>): Refund {
  const charge = chargeToRefund(store, params.payment_intent);
  const amount = amountToRefund(store, charge, params.amount);
  const isPending = refundBehaviour(store, charge) === 'pending';
  const { currency, payment_intent } = charge;
  const id = newId('re');
  const money = moveBalance(store, { type: 'refund', source: id, amount: -amount, currency });
  const refund = some<Refund>({
    id,
    object: 'refund',
    amount,
    balance_transaction: money.id,
    currency,
    charge: charge.id,
    payment_intent,
    reason: params.reason,
    status: isPending ? 'pending' : 'succeeded',
    ...(isPending && { pending_reason: 'processing' }),
    created: unixNow(),
    metadata: params.metadata,
  });
  store.tell('refund.created', store.keep('refunds', refund));
  store.tell('charge.refunded', addRefunded(store, charge, amount));
  return refund;
}

/** Whether a refund still changes by itself: one that waits for its bank, or one whose bank will send it back. */
export function isUnsettled(store: Store, id: string): boolean {
  const { status, charge: chargeId } = find(store, 'refunds', id);
  const charge = store.charges.get(String(chargeId));
  const later = charge && refundBehaviour(store, charge);
  return status === 'pending' || (status === 'succeeded' && later === 'fails');
}

/** Ends what `isUnsettled` tells of: a pending refund succeeds, one of the card that takes none back fails. */
export function settleRefund(store: Store, id: string): void {
  const { pending_reason: _, ...refund } = find(store, 'refunds', id);
  if (refund.status !== 'pending') failRefund(store, id, 'expired_or_canceled_card');
  else store.tell('refund.updated', store.keep('refunds', { ...refund, status: 'succeeded' }));
}

/**
 * A refund that was taken comes back from the bank: the money is on the shop's balance again, and the charge counts as paid by as
 * much. `reason` is one of Stripe's, such as `lost_or_stolen_card`. Throws 404, or 400 for one that has failed before.
 */
export function failRefund(store: Store, id: string, reason: string): Refund {
  const { pending_reason: _, ...refund } = find(store, 'refunds', id);
  if (refund.status === 'failed')
    throw invalidParam(`Refund ${id} has failed already.`, 'id', 'status_transition_invalid');
  const { amount, currency } = refund;
  const money = moveBalance(store, { type: 'refund_failure', source: id, amount, currency });
  const failed = store.keep('refunds', {
    ...refund,
    status: 'failed',
    failure_reason: reason,
    failure_balance_transaction: money.id,
  });
  const charge = store.charges.get(String(refund.charge));
  if (charge) addRefunded(store, charge, -amount);
  store.tell('refund.updated', failed);
  store.tell('refund.failed', failed);
  return failed;
}

/** The charge of the paid intent that is asked for. Throws 400 where there is none. */
function chargeToRefund(store: Store, intentId: string): Charge {
  const intent = find(store, 'intents', intentId, 400);
  const charge = store.charges.get(String(intent.latest_charge));
  if (intent.status === 'succeeded' && charge) return charge;
  throw refusal(
    'payment_intent_unexpected_state',
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    { param: 'payment_intent' },
  );
}

function amountToRefund(store: Store, charge: Charge, asked?: number): number {
  const disputes = charge.disputed ? [...store.disputes.values()] : [];
  if (disputes.some((one) => one.charge === charge.id && !one.is_charge_refundable))
    throw refusal('charge_disputed', `Charge ${charge.id} has been charged back; it cannot be refunded.`);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) throw refusal('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
  const amount = asked ?? left;
  if (amount < 1) throw invalidParam('Invalid positive integer', 'amount', 'parameter_invalid_integer');
  if (amount > left) {
    throw invalidParam(
      `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(left / 100).toFixed(2)})`,
      'amount',
      'amount_too_large',
    );
  }
  return amount;
}

const refundBehaviour = (store: Store, { payment_method }: Charge) =>
  payment_method === null ? undefined : findPaymentMethod(store, payment_method).behaviour.refund;

function addRefunded(store: Store, charge: Charge, amount: number): Charge {
  const total = charge.amount_refunded + amount;
  return store.keep('charges', { ...charge, amount_refunded: total, refunded: total === charge.amount });
}
