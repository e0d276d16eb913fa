import type { OrderCommand, PlaceOrder } from './order-command.ts';
import type { DeletionReason, OrderEvent } from './order-event.ts';
import type { OrderState } from './order-state.ts';
import type { Rejection, RejectionCode } from './rejection.ts';

/** What a command leads to: a fact to append, nothing because it is so already, or a refusal. */
export type Decision =
  | { readonly outcome: 'event'; readonly event: OrderEvent }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'rejected'; readonly rejection: Rejection };

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
      return decideShip(state);
    case 'delete-order':
      return decideDelete(command.reason, state);
    default:
      return unknown(command);
  }
}

const unchanged: Decision = { outcome: 'unchanged' };

function happened(event: OrderEvent): Decision {
  return { outcome: 'event', event };
}

function rejected(code: RejectionCode, details: Rejection['details'] = {}): Decision {
  return { outcome: 'rejected', rejection: { code, details } };
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
      return state.transactionId === transactionId ? unchanged : rejected('ORDER_PAID');
    case 'deleted':
      return rejected('ORDER_GONE');
    default:
      return unknown(state);
  }
}

function decideShip(state: OrderState): Decision {
  switch (state.status) {
    case 'none':
      return rejected('ORDER_NOT_FOUND');
    case 'unpaid':
      return rejected('ORDER_NOT_PAID');
    case 'paid':
      return happened({ type: 'order.shipped', data: {} });
    case 'shipped':
      return unchanged;
    case 'deleted':
      return rejected('ORDER_GONE');
    default:
      return unknown(state);
  }
}

function decideDelete(reason: DeletionReason, state: OrderState): Decision {
  switch (state.status) {
    case 'none':
      return rejected('ORDER_NOT_FOUND');
    case 'unpaid':
      return happened({ type: 'order.deleted', data: { reason, note: null } });
    case 'paid':
    case 'shipped':
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
