import { type Params, textParam } from './form-body.ts';
import { type Charge, newId, type Refund, unixNow } from './objects.ts';
import { findIntent, readMetadata } from './payment-intents.ts';
import type { Put, Store } from './store.ts';
import { invalidParam, missing, SimulatorError } from './stripe-error.ts';

/** Gives money back: all that is left of a charge, or `amount` cents of it. Throws `charge_already_refunded` as Stripe does. */
export function createRefund(store: Store, params: Params): { refund: Refund; charge: Charge; puts: Put[] } {
  const charge = findCharge(store, params);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw new SimulatorError(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    });
  }
  const raw = textParam(params, 'amount');
  const amount = raw === undefined ? left : Number(raw);
  if (!Number.isInteger(amount) || amount < 1) {
    throw invalidParam('Invalid positive integer', 'amount', 'parameter_invalid_integer');
  }
  if (amount > left) {
    throw invalidParam(
      `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(left / 100).toFixed(2)})`,
      'amount',
      'amount_too_large',
    );
  }
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: textParam(params, 'reason') ?? null,
    status: 'succeeded',
    created: unixNow(),
    metadata: readMetadata(params),
  };
  const changed: Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  };
  return {
    refund,
    charge: changed,
    puts: [
      { table: 'refund', id: refund.id, value: refund },
      { table: 'charge', id: changed.id, value: changed },
    ],
  };
}

/** The refund with this id. Throws 404. */
export function findRefund(store: Store, id: string): Refund {
  const refund = store.refunds.get(id);
  if (!refund) throw missing('refund', id, 'id');
  return refund;
}

function findCharge(store: Store, params: Params): Charge {
  const chargeId = textParam(params, 'charge');
  if (chargeId !== undefined) {
    const charge = store.charges.get(chargeId);
    if (!charge) throw missing('charge', chargeId, 'charge');
    return charge;
  }
  const intentId = textParam(params, 'payment_intent');
  if (intentId === undefined) {
    throw invalidParam(
      'One of the following params should be provided for this request: payment_intent or charge.',
      'payment_intent',
      'parameter_missing',
    );
  }
  const intent = findIntent(store, intentId);
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
