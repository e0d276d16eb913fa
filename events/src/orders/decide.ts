import { decideClaim, decideFound } from './claim.ts';
import { type Decision, OrderRejectedError } from './decision.ts';
import type { CommandOf, OrderCommand, Shipment } from './order-command.ts';
import {
  isMoneyDisputed,
  isUndecided,
  type LiveOrder,
  type OrderState,
  openClaim,
  type SettledOrder,
} from './order-state.ts';
import type { CancellationReason } from './reasons.ts';
import { decideFailedRefund, decideRefundRequest, decideTakenRefund } from './refund.ts';

/** How often one order may be corrected. */
export const mostCorrections = 20;

/** How often the tracking of one parcel may be changed after it has left. */
export const mostTrackingChanges = 20;

/** How often a customer may take back the wish to cancel one order, and ask anew. */
const mostWithdrawals = 3;

/**
 * The rules of an order, as a pure function. The append script judges stock, and transactions of other orders, because it alone
 * sees them at the moment of writing.
 */
export function decide(command: OrderCommand, state: OrderState): Decision {
  if (command.type === 'place-order') return state.status === 'none' ? decidePlace(command) : null;
  if (state.status === 'none') return new OrderRejectedError('ORDER_NOT_FOUND');
  if (state.status === 'deleted')
    return command.type === 'delete-order' ? null : new OrderRejectedError('ORDER_GONE');
  switch (command.type) {
    case 'pay-order':
      return decidePay(state, command);
    case 'correct-order':
      return decideCorrection(state, command.person, command.seen);
    case 'claim-payment':
      return decideClaim(state, command);
    case 'decide-claim':
      return decideFound(state, command);
    case 'delete-order':
      if (state.status !== 'unpaid') return new OrderRejectedError('ORDER_PAID');
      // The customer's money may be on its way.
      if (openClaim(state) !== undefined) return new OrderRejectedError('PAYMENT_CLAIMED');
      return { type: 'order.deleted', data: { reason: command.reason } };
    default:
      return state.status === 'unpaid'
        ? new OrderRejectedError('ORDER_NOT_PAID')
        : decideSettled(state, command);
  }
}

type AboutSettled = Exclude<
  OrderCommand,
  CommandOf<'place-order' | 'pay-order' | 'correct-order' | 'delete-order' | 'claim-payment' | 'decide-claim'>
>;

function decideSettled(order: SettledOrder, command: AboutSettled): Decision {
  switch (command.type) {
    case 'ship-order':
      return decideShip(order, command);
    case 'request-refund':
      return decideRefundRequest(order, command);
    case 'record-refund':
      return decideTakenRefund(order, command);
    case 'fail-refund':
      return decideFailedRefund(order, command);
    case 'request-cancellation':
      return decideCancellation(order, command.reason);
    case 'withdraw-cancellation':
      return order.status === 'paid' && isUndecided(order.cancellation)
        ? { type: 'order.cancellation-withdrawn', data: {} }
        : null;
    case 'decline-cancellation':
      return decideDecline(order);
    case 'record-dispute':
      return decideDispute(order, command);
    default:
      throw new TypeError(`decide does not know ${JSON.stringify(command satisfies never)}`);
  }
}

function decidePlace({ tool, quantity, unitPrice, buyer }: CommandOf<'place-order'>): Decision {
  if (tool === null) return new OrderRejectedError('TOOL_NOT_FOUND');
  const { id, name, description, image, price, minOrderQuantity: minimum } = tool;
  if (quantity < minimum) return new OrderRejectedError('BELOW_MINIMUM', { minimum });
  if (unitPrice !== null && unitPrice !== price)
    return new OrderRejectedError('PRICE_CHANGED', { unitPrice: price });
  const offer = { toolId: id, toolsName: name, description, image, unitPrice: price };
  return { type: 'order.created', data: { ...offer, quantity, price: price * quantity, ...buyer } };
}

function decidePay(order: LiveOrder, { transactionId }: CommandOf<'pay-order'>): Decision {
  if (order.status === 'unpaid')
    return { type: 'order.paid', data: { transactionId, amount: order.sale.price } };
  return order.transactionId === transactionId ? null : new OrderRejectedError('ORDER_PAID');
}

function decideShip(
  order: SettledOrder,
  { carrier, trackingNumber, despiteCancellation, despiteDispute }: CommandOf<'ship-order'>,
): Decision {
  if (order.status === 'refunded') return new OrderRejectedError('ORDER_REFUNDED');
  if (order.status === 'shipped') return decideTracking(order, { carrier, trackingNumber });
  if (order.refund?.asked !== undefined) return new OrderRejectedError('REFUND_PENDING');
  if (isUndecided(order.cancellation) && !despiteCancellation)
    return new OrderRejectedError('CANCELLATION_REQUESTED');
  if (order.dispute && isMoneyDisputed(order.dispute) && !despiteDispute)
    return new OrderRejectedError('PAYMENT_DISPUTED');
  return { type: 'order.shipped', data: { carrier, trackingNumber } };
}

/** A carrier often tells its number later: what is told of a shipped parcel joins what is known. */
function decideTracking(
  { shipment: known, trackingChanges = 0 }: Extract<SettledOrder, { status: 'shipped' }>,
  told: Shipment,
): Decision {
  const carrier = told.carrier ?? known?.carrier ?? null;
  const trackingNumber = told.trackingNumber ?? known?.trackingNumber ?? null;
  if (carrier === (known?.carrier ?? null) && trackingNumber === (known?.trackingNumber ?? null)) return null;
  if (trackingChanges >= mostTrackingChanges)
    return new OrderRejectedError('TOO_MANY_TRACKING_CHANGES', { most: mostTrackingChanges });
  return { type: 'order.tracked', data: { carrier, trackingNumber } };
}

/** Records what became of a dispute, unless that is known. */
function decideDispute(
  { dispute }: SettledOrder,
  { disputeId, status, reason, amount }: CommandOf<'record-dispute'>,
): Decision {
  const known =
    dispute?.id === disputeId &&
    dispute.status === status &&
    dispute.amount === amount &&
    dispute.reason === reason;
  return known ? null : { type: 'order.disputed', data: { disputeId, status, reason, amount } };
}

/**
 * Name, address and telephone may be corrected until the parcel leaves. `seen` is the number of corrections that the writer saw, so
 * that a correction never overwrites a newer one; null: not asked.
 */
function decideCorrection(order: LiveOrder, person: string, seen: number | null): Decision {
  if (order.status === 'shipped') return new OrderRejectedError('ORDER_SHIPPED');
  if (order.status === 'refunded') return new OrderRejectedError('ORDER_REFUNDED');
  if (order.sale.person === person) return null;
  const times = order.corrected?.times ?? 0;
  if (seen !== null && seen !== times) return new OrderRejectedError('VERSION_CONFLICT');
  if (times >= mostCorrections)
    return new OrderRejectedError('TOO_MANY_CORRECTIONS', { most: mostCorrections });
  return { type: 'order.corrected', data: { person } };
}

/**
 * A customer may ask while the order is paid and not shipped. Asking again changes nothing while the shop decides and after it has declined,
 * nor after a few requests that were taken back, so that a customer cannot fill the log.
 */
function decideCancellation(order: SettledOrder, reason: CancellationReason): Decision {
  if (order.status === 'shipped') return new OrderRejectedError('ORDER_SHIPPED');
  if (order.status === 'refunded') return new OrderRejectedError('ORDER_REFUNDED');
  if (order.refund?.asked !== undefined) return new OrderRejectedError('REFUND_PENDING');
  return order.cancellation === undefined && (order.withdrawals ?? 0) < mostWithdrawals
    ? { type: 'order.cancellation-requested', data: { reason } }
    : null;
}

/** Declines a customer's request; changes nothing when there is none. */
function decideDecline(order: SettledOrder): Decision {
  return order.status === 'paid' && isUndecided(order.cancellation)
    ? { type: 'order.cancellation-declined', data: {} }
    : null;
}
