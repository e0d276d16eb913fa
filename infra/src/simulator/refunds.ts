import { moveBalance } from './balance-transactions.ts';
import { type Params, textParam } from './form-body.ts';
import { find } from './listing.ts';
import { type Charge, newId, type Refund, unixNow } from './objects.ts';
import type { Outcome } from './outcome.ts';
import { readMetadata } from './payment-intents.ts';
import { findPaymentMethod } from './payment-methods.ts';
import { put, type Store } from './store.ts';
import { invalidParam, SimulatorError } from './stripe-error.ts';

/**
 * Gives money back: all that is left of a charge, or `amount` cents of it. Throws `charge_already_refunded`, `charge_disputed` and
 * the like, as Stripe does.
 */
export function createRefund(store: Store, params: Params): Outcome<Refund> {
  const charge = chargeToRefund(store, params);
  const amount = readAmount(store, params, charge);
  const later = refundBehaviour(store, charge);
  const id = newId('re');
  const money = moveRefund('refund', id, -amount, charge.currency);
  const refund: Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: money.id,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: textParam(params, 'reason') ?? null,
    status: later === 'pending' ? 'pending' : 'succeeded',
    ...(later === 'pending' ? { pending_reason: 'processing' as const } : {}),
    created: unixNow(),
    metadata: readMetadata(params),
  };
  const changed = refunded(charge, amount);
  return {
    answer: refund,
    puts: [put('balance', money), put('refunds', refund), put('charges', changed)],
    events: [
      { type: 'refund.created', object: refund },
      { type: 'charge.refunded', object: changed },
    ],
  };
}

/** Whether a refund still changes by itself: one that waits for its bank, or one whose bank will send it back. */
export function isUnsettled(store: Store, refund: Refund): boolean {
  const charge = refund.charge === null ? undefined : store.charges.get(refund.charge);
  const later = charge && refundBehaviour(store, charge);
  return refund.status === 'pending' || (refund.status === 'succeeded' && later === 'fails');
}

/** Ends what `isUnsettled` tells of: a pending refund succeeds, one of the card that takes none back fails. */
export function settleRefund(store: Store, id: string): Outcome<Refund> {
  const refund = find(store, 'refunds', id);
  if (refund.status !== 'pending') return failRefund(store, id, 'expired_or_canceled_card');
  const { pending_reason: _, ...rest } = refund;
  const settled: Refund = { ...rest, status: 'succeeded' };
  return {
    answer: settled,
    puts: [put('refunds', settled)],
    events: [{ type: 'refund.updated', object: settled }],
  };
}

/**
 * A refund that was taken comes back from the bank: the money is on the shop's balance again, and the charge counts as paid by as
 * much. `reason` is one of Stripe's, such as `lost_or_stolen_card`. Throws 404, or 400 for one that has failed before.
 */
export function failRefund(store: Store, id: string, reason: string): Outcome<Refund> {
  const refund = find(store, 'refunds', id);
  if (refund.status === 'failed') {
    throw invalidParam(`Refund ${id} has failed already.`, 'id', 'status_transition_invalid');
  }
  const money = moveRefund('refund_failure', id, refund.amount, refund.currency);
  const { pending_reason: _, ...rest } = refund;
  const failed: Refund = {
    ...rest,
    status: 'failed',
    failure_reason: reason,
    failure_balance_transaction: money.id,
  };
  const charge = refund.charge === null ? undefined : store.charges.get(refund.charge);
  return {
    answer: failed,
    puts: [
      put('balance', money),
      put('refunds', failed),
      ...(charge === undefined ? [] : [put('charges', refunded(charge, -refund.amount))]),
    ],
    events: [
      { type: 'refund.updated', object: failed },
      { type: 'refund.failed', object: failed },
    ],
  };
}

function chargeToRefund(store: Store, params: Params): Charge {
  const intentId = textParam(params, 'payment_intent');
  if (intentId === undefined) {
    throw invalidParam('Missing required param: payment_intent.', 'payment_intent', 'parameter_missing');
  }
  const intent = find(store, 'intents', intentId, 400);
  const charge = intent.latest_charge === null ? undefined : store.charges.get(intent.latest_charge);
  if (intent.status !== 'succeeded' || !charge) {
    throw new SimulatorError(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      param: 'payment_intent',
    });
  }
  return charge;
}

function readAmount(store: Store, params: Params, charge: Charge): number {
  const refuse = (code: string, message: string) =>
    new SimulatorError(400, { type: 'invalid_request_error', code, message });
  const disputes = charge.disputed ? [...store.disputes.values()] : [];
  if (disputes.some((one) => one.charge === charge.id && !one.is_charge_refundable)) {
    throw refuse('charge_disputed', `Charge ${charge.id} has been charged back; it cannot be refunded.`);
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw refuse('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
  }
  const amount = Number(textParam(params, 'amount') ?? left);
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

function refunded(charge: Charge, amount: number): Charge {
  const total = charge.amount_refunded + amount;
  return { ...charge, amount_refunded: total, refunded: total === charge.amount };
}

const moveRefund = (type: 'refund' | 'refund_failure', source: string, amount: number, currency: string) =>
  moveBalance({ type, source, amount, fee: 0, currency, category: type, description: null });
