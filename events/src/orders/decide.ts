import { decideCancellation, decideDecline } from './cancellation.ts';
import { decideCorrection } from './correction.ts';
import { type Decision, happened, rejected, unchanged } from './decision.ts';
import { decideDispute } from './dispute.ts';
import type { OrderCommand, PlaceOrder, Shipment, ShipOrder } from './order-command.ts';
import type { DeletionReason } from './order-event.ts';
import { isMoneyDisputed, isSettled, isUndecided, type OrderState } from './order-state.ts';
import { decideFailedRefund, decideRefundRequest, decideTakenRefund } from './refund.ts';

/**
 * The rules of an order, as a pure function. Stock is not judged here: only the append script sees it at the moment of
 * writing. Neither are transactions of other orders, for the same reason.
 */
export function decide(command: OrderCommand, state: OrderState): Decision {
  switch (command.type) {
    case 'place-order':
      return state.status === 'none' ? decidePlace(command) : unchanged;
    case 'pay-order':
      return decidePay(command.transactionId, state);
    case 'ship-order':
      return decideShip(state, command);
    case 'correct-order':
      return decideCorrection(state, command.person, command.seen);
    case 'delete-order':
      return decideDelete(command.reason, state);
    case 'request-refund':
      return decideRefundRequest(state, command);
    case 'record-refund':
      return decideTakenRefund(state, command);
    case 'fail-refund':
      return decideFailedRefund(state, command);
    case 'request-cancellation':
      return decideCancellation(state, command.reason);
    case 'decline-cancellation':
      return decideDecline(state);
    case 'record-dispute': {
      const { type: _, ...dispute } = command;
      return isSettled(state) ? decideDispute(state, dispute) : rejected('ORDER_NOT_PAID');
    }
    default:
      return unknown(command);
  }
}

function decidePlace(command: PlaceOrder): Decision {
  const { tool, quantity } = command;
  if (tool === null) return rejected('TOOL_NOT_FOUND');
  if (quantity < tool.minOrderQuantity) return rejected('BELOW_MINIMUM', { minimum: tool.minOrderQuantity });
  if (command.unitPrice !== null && command.unitPrice !== tool.price) {
    return rejected('PRICE_CHANGED', { unitPrice: tool.price });
  }
  return happened({
    type: 'order.created',
    data: {
      toolId: tool.id,
      toolsName: tool.name,
      description: tool.description,
      image: tool.image,
      unitPrice: tool.price,
      quantity,
      price: tool.price * quantity,
      ...command.buyer,
    },
  });
}

function decidePay(transactionId: string, state: OrderState): Decision {
  switch (state.status) {
    case 'none':
      return rejected('ORDER_NOT_FOUND');
    case 'unpaid':
      return happened({ type: 'order.paid', data: { transactionId, amount: state.sale.price } });
    case 'paid':
    case 'shipped':
    case 'refunded':
      return state.transactionId === transactionId ? unchanged : rejected('ORDER_PAID');
    case 'deleted':
      return rejected('ORDER_GONE');
    default:
      return unknown(state);
  }
}

function decideShip(
  state: OrderState,
  { carrier, trackingNumber, despiteCancellation, despiteDispute }: ShipOrder,
): Decision {
  switch (state.status) {
    case 'none':
      return rejected('ORDER_NOT_FOUND');
    case 'unpaid':
      return rejected('ORDER_NOT_PAID');
    case 'paid':
      if (state.refund?.asked !== undefined) return rejected('REFUND_PENDING');
      if (isUndecided(state.cancellation) && !despiteCancellation) return rejected('CANCELLATION_REQUESTED');
      if (state.dispute && isMoneyDisputed(state.dispute) && !despiteDispute)
        return rejected('PAYMENT_DISPUTED');
      return happened({ type: 'order.shipped', data: { carrier, trackingNumber } });
    case 'shipped':
      return decideTracking(state.shipment, { carrier, trackingNumber });
    case 'refunded':
      return rejected('ORDER_REFUNDED');
    case 'deleted':
      return rejected('ORDER_GONE');
    default:
      return unknown(state);
  }
}

/** Whoever carries a parcel often tells its number later: what is told of one that has left joins what is known. */
function decideTracking(known: Shipment | undefined, told: Shipment): Decision {
  const carrier = told.carrier ?? known?.carrier ?? null;
  const trackingNumber = told.trackingNumber ?? known?.trackingNumber ?? null;
  return carrier === (known?.carrier ?? null) && trackingNumber === (known?.trackingNumber ?? null)
    ? unchanged
    : happened({ type: 'order.tracked', data: { carrier, trackingNumber } });
}

function decideDelete(reason: DeletionReason, state: OrderState): Decision {
  switch (state.status) {
    case 'none':
      return rejected('ORDER_NOT_FOUND');
    case 'unpaid':
      return happened({ type: 'order.deleted', data: { reason } });
    case 'paid':
    case 'shipped':
    case 'refunded':
      return rejected('ORDER_PAID');
    case 'deleted':
      return unchanged;
    default:
      return unknown(state);
  }
}

function unknown(value: never): never {
  throw new TypeError(`decide does not know ${JSON.stringify(value)}`);
}
