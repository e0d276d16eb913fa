import { decideCancellation, decideDecline } from './cancellation.ts';
import { decideCorrection } from './correction.ts';
import { type Decision, happened, rejected, unchanged } from './decision.ts';
import type { CommandOf, OrderCommand, Shipment } from './order-command.ts';
import {
  isMoneyDisputed,
  isUndecided,
  type LiveOrder,
  type OrderState,
  type SettledOrder,
} from './order-state.ts';
import { decideFailedRefund, decideRefundRequest, decideTakenRefund } from './refund.ts';

/**
 * The rules of an order, as a pure function. The append script judges stock, and transactions of other orders, because it alone
 * sees them at the moment of writing.
 */
export function decide(command: OrderCommand, state: OrderState): Decision {
  if (command.type === 'place-order') return state.status === 'none' ? decidePlace(command) : unchanged;
  if (state.status === 'none') return rejected('ORDER_NOT_FOUND');
  if (state.status === 'deleted') return command.type === 'delete-order' ? unchanged : rejected('ORDER_GONE');
  switch (command.type) {
    case 'pay-order':
      return decidePay(state, command);
    case 'correct-order':
      return decideCorrection(state, command.person, command.seen);
    case 'delete-order':
      return state.status === 'unpaid'
        ? happened({ type: 'order.deleted', data: { reason: command.reason } })
        : rejected('ORDER_PAID');
    default:
      return state.status === 'unpaid' ? rejected('ORDER_NOT_PAID') : decideSettled(state, command);
  }
}

type AboutSettled = Exclude<
  OrderCommand,
  { type: 'place-order' | 'pay-order' | 'correct-order' | 'delete-order' }
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
    case 'decline-cancellation':
      return decideDecline(order);
    case 'record-dispute':
      return decideDispute(order, command);
    default:
      throw new TypeError(`decide does not know ${JSON.stringify(command satisfies never)}`);
  }
}

function decidePlace({ tool, quantity, unitPrice, buyer }: CommandOf<'place-order'>): Decision {
  if (tool === null) return rejected('TOOL_NOT_FOUND');
  const { id, name, description, image, price, minOrderQuantity: minimum } = tool;
  if (quantity < minimum) return rejected('BELOW_MINIMUM', { minimum });
  if (unitPrice !== null && unitPrice !== price) return rejected('PRICE_CHANGED', { unitPrice: price });
  const offer = { toolId: id, toolsName: name, description, image, unitPrice: price };
  return happened({ type: 'order.created', data: { ...offer, quantity, price: price * quantity, ...buyer } });
}

function decidePay(order: LiveOrder, { transactionId }: CommandOf<'pay-order'>): Decision {
  if (order.status === 'unpaid')
    return happened({ type: 'order.paid', data: { transactionId, amount: order.sale.price } });
  return order.transactionId === transactionId ? unchanged : rejected('ORDER_PAID');
}

function decideShip(
  order: SettledOrder,
  { carrier, trackingNumber, despiteCancellation, despiteDispute }: CommandOf<'ship-order'>,
): Decision {
  if (order.status === 'refunded') return rejected('ORDER_REFUNDED');
  if (order.status === 'shipped') return decideTracking(order.shipment, { carrier, trackingNumber });
  if (order.refund?.asked !== undefined) return rejected('REFUND_PENDING');
  if (isUndecided(order.cancellation) && !despiteCancellation) return rejected('CANCELLATION_REQUESTED');
  if (order.dispute && isMoneyDisputed(order.dispute) && !despiteDispute) return rejected('PAYMENT_DISPUTED');
  return happened({ type: 'order.shipped', data: { carrier, trackingNumber } });
}

/** A carrier often tells its number later: what is told of a shipped parcel joins what is known. */
function decideTracking(known: Shipment | undefined, told: Shipment): Decision {
  const carrier = told.carrier ?? known?.carrier ?? null;
  const trackingNumber = told.trackingNumber ?? known?.trackingNumber ?? null;
  return carrier === (known?.carrier ?? null) && trackingNumber === (known?.trackingNumber ?? null)
    ? unchanged
    : happened({ type: 'order.tracked', data: { carrier, trackingNumber } });
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
  return known
    ? unchanged
    : happened({ type: 'order.disputed', data: { disputeId, status, reason, amount } });
}
