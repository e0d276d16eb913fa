import type { AppendScope } from '../log/generation-keys.ts';
import type { OrderEvent, StockEvent } from '../orders/order-event.ts';
import { isLive, type LiveOrder, type OrderState } from '../orders/order-state.ts';
import { encodeState } from './order-record.ts';
import type { PatchOp } from './patch.ts';

/**
 * The version of everything below and of the event shapes it knows. Whoever changes what a read model holds, or adds a
 * schema, gives it a new name: the append script then refuses writers of another release until a rebuild has been made.
 */
export const projectionCode = 'p1';

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
export function projectOrder(step: Step, event: OrderEvent): PatchOp[] {
  const { orderId: member, before, after } = step;
  const score = step.createdSeq ?? 'this';
  const patch: PatchOp[] = [
    { op: 'doc', target: 'order', json: encodeState(after), requestHash: step.requestHash },
  ];
  if (isLive(before)) {
    for (const target of [before.status, 'mailFrom', 'nameFrom'] as const)
      patch.push({ op: 'zrem', target, member });
    patch.push(...counted(before, -1));
  }
  if (isLive(after)) {
    for (const target of [after.status, 'mailTo', 'nameTo'] as const) {
      patch.push({ op: 'zadd', target, member, score });
    }
    patch.push(...counted(after, 1));
  }
  switch (event.type) {
    case 'order.created':
      patch.push({ op: 'zadd', target: 'all', member, score });
      patch.push(named(event.data.toolsName, 1), moved(event.data.toolId, -event.data.quantity));
      break;
    case 'order.paid':
      patch.push({ op: 'hset', target: 'tx', field: event.data.transactionId, value: member });
      break;
    case 'order.shipped':
      break;
    case 'order.deleted':
      patch.push(
        { op: 'zrem', target: 'all', member },
        { op: 'hincr', target: 'totals', field: 'deleted', by: 1 },
      );
      if (isLive(before)) {
        patch.push(named(before.sale.toolsName, -1), moved(before.sale.toolId, before.sale.quantity));
      }
      break;
    default:
      event satisfies never;
  }
  return patch;
}

/** What a fact about a tool's stock changes. */
export function projectStock(toolId: string, event: StockEvent): PatchOp[] {
  switch (event.type) {
    case 'stock.set':
      return [{ op: 'hset', target: 'stock', field: toolId, value: String(event.data.available) }];
    case 'stock.added':
      return [moved(toolId, event.data.quantity)];
    default:
      return event satisfies never;
  }
}

function moved(toolId: string, by: number): PatchOp {
  return { op: 'hincr', target: 'stock', field: toolId, by };
}

/** The name index counts the live orders of each tool name, so that a search knows which names there are. */
function named(toolsName: string, by: number): PatchOp {
  return { op: 'hincr', target: 'names', field: toolsName, by };
}

function counted(order: LiveOrder, sign: 1 | -1): PatchOp[] {
  const money = order.status === 'unpaid' ? 'awaitingPayment' : 'revenue';
  return [
    { op: 'hincr', target: 'totals', field: order.status, by: sign },
    { op: 'hincr', target: 'totals', field: money, by: sign * order.sale.price },
  ];
}
