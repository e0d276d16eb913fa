import type { AppendScope, FieldTarget } from '../log/generation-keys.ts';
import type { OrderEvent, StockEvent } from '../orders/order-event.ts';
import { isLive, type OrderState, type Sale } from '../orders/order-state.ts';
import type { FieldChange, Patch } from './patch.ts';

/**
 * The version of everything below and of the event shapes it knows. Whoever changes what a read model holds, or adds a
 * schema, gives it a new name: the append script then refuses writers of another release until a rebuild has been made.
 */
export const projectionCode = 'p2';

/** What the append script has to know of an order to find the keys that an event touches. */
export function orderScope(step: Step): AppendScope {
  const { orderId, before, after } = step;
  const live = isLive(after) ? after : isLive(before) ? before : null;
  return {
    orderId,
    toolId: live?.sale.toolId ?? '',
    email: live?.sale.email ?? '',
    toolsName: live?.sale.toolsName ?? '',
    from: isLive(before) ? before.status : null,
    to: isLive(after) ? after.status : null,
  };
}

/** Where an order stands before and after an event. */
export interface Step {
  readonly orderId: string;
  readonly before: OrderState;
  readonly after: OrderState;
  /** Seq of the order's first event; null when this is it. */
  readonly createdSeq: number | null;
  /** Hash of the request that placed the order. */
  readonly requestHash: string;
}

/** Every change that one event of an order makes to the read models. The same for a live append and for a rebuild. */
export function projectOrder(step: Step, event: OrderEvent): Patch {
  const patch = projectState(step);
  return { ...patch, fields: [...patch.fields, ...projectEvent(step, event)] };
}

/** What follows from the state before and after alone, and so is the same for one event and for several at once. */
export function projectState({ before, after, createdSeq, requestHash }: Step): Patch {
  return {
    document: { state: after, requestHash },
    leaves: isLive(before),
    enters: isLive(after) ? (createdSeq ?? 'this') : null,
    fields: [...counted(before, -1), ...counted(after, 1)],
  };
}

/** What a fact about a tool's stock changes. */
export function projectStock(toolId: string, event: StockEvent): Patch {
  const { type, data } = event;
  const change = type === 'stock.set' ? { set: String(data.available) } : { add: data.quantity };
  const fields: FieldChange[] = [{ target: 'stock', field: toolId, change }];
  return { document: null, leaves: false, enters: null, fields };
}

/** What one event changes beside that. */
export function projectEvent({ orderId, before }: Step, event: OrderEvent): FieldChange[] {
  switch (event.type) {
    case 'order.created':
      return reserved(event.data, 1);
    case 'order.paid':
      return [{ target: 'tx', field: event.data.transactionId, change: { set: orderId } }];
    case 'order.shipped':
      return [];
    case 'order.deleted':
      return [added('totals', 'deleted', 1), ...(isLive(before) ? reserved(before.sale, -1) : [])];
    default:
      return event satisfies never;
  }
}

/** An order takes pieces of its tool; and the names of live orders are counted, so that a search knows which there are. */
function reserved({ toolId, toolsName, quantity }: Sale, sign: 1 | -1): FieldChange[] {
  return [added('names', toolsName, sign), added('stock', toolId, -sign * quantity)];
}

function counted(order: OrderState, sign: 1 | -1): FieldChange[] {
  if (!isLive(order)) return [];
  const money = order.status === 'unpaid' ? 'awaitingPayment' : 'revenue';
  return [added('totals', order.status, sign), added('totals', money, sign * order.sale.price)];
}

function added(target: FieldTarget, field: string, by: number): FieldChange {
  return { target, field, change: { add: by } };
}
