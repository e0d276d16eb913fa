import { type Patch, type TotalField, totalFields } from '../log/append.ts';
import { type AppendScope, relativeKeys as keys, setsOf } from '../log/generation-keys.ts';
import { evolve } from '../orders/evolve.ts';
import type { OrderEvent, StockEvent } from '../orders/order-event.ts';
import { isLive, isSettled, needsAttention, type OrderState } from '../orders/order-state.ts';
import { givenBack } from '../orders/refund.ts';
import type { OrderRecord } from './order-record.ts';

/**
 * The version of everything below and of the event shapes it knows. Whoever changes what a read model holds, or adds a
 * schema, gives it a new name: the append script then refuses writers of another release until a rebuild has been made.
 */
export const projectionCode = 'p1';

/** What one event does to an order: the state that it leads to, the keys that it touches, and what changes in them. */
interface Advance {
  readonly after: OrderState;
  readonly scope: AppendScope;
  readonly patch: Patch;
}

/** Applies the next event to an order. Throws `ImpossibleHistoryError` when it cannot follow. */
export function advance(orderId: string, record: OrderRecord, event: OrderEvent): Advance {
  const { history, state: before } = record;
  const after = evolve(before, event, history.length + 1);
  const scope = orderScope(orderId, before, after);
  return { after, scope, patch: projectOrder(before, after, event, history[0]?.seq) };
}

/** The order, tool and person that an event concerns, and the states before and after it. */
export function orderScope(orderId: string, before: OrderState, after: OrderState): AppendScope {
  const live = isLive(after) ? after : isLive(before) ? before : null;
  return {
    orderId,
    toolId: live?.sale.toolId ?? '',
    uid: live?.sale.uid ?? '',
    toolsName: live?.sale.toolsName ?? '',
    from: isLive(before) ? before.status : null,
    to: isLive(after) ? after.status : null,
  };
}

/** The sets that hold an order, without the prefix of a generation, and its score in each: the seq of its first event, or of its deletion. */
export function placesOf({ state, history }: OrderRecord): ReadonlyMap<string, number> {
  const first = history[0]?.seq ?? 0;
  if (state.status === 'deleted') return new Map([[keys.deleted, history.at(-1)?.seq ?? 0]]);
  const sets: string[] = isLive(state) ? [...setsOf(keys, state.sale, state.status)] : [];
  if (needsAttention(state)) sets.push(keys.attention);
  return new Map(sets.map((set) => [set, first]));
}

/** Every change that one event of an order makes to the read models. `createdSeq` is the seq of its first event, absent when this is it. */
export function projectOrder(
  before: OrderState,
  after: OrderState,
  event: OrderEvent,
  createdSeq?: number,
): Patch {
  const freed = reserved(before) - reserved(after);
  const [left, entered] = [shareOf(before), shareOf(after)];
  return {
    code: projectionCode,
    document: () => JSON.stringify(after),
    enters: isLive(after) ? (createdSeq ?? 'this') : after.status === 'deleted' ? 'deleted' : null,
    attention: needsAttention(before) === needsAttention(after) ? null : needsAttention(after) ? '+' : '-',
    stock: freed === 0 ? null : { add: freed },
    transaction: event.type === 'order.paid' ? event.data.transactionId : '',
    name: nameMoved(before, after),
    // Money that stays where it is, as when an order is shipped, is not taken out and put back.
    totals: totalFields.flatMap((field): [TotalField, number][] => {
      const by = entered[field] - left[field];
      return by === 0 ? [] : [[field, by]];
    }),
  };
}

/** What a fact about a tool's stock changes. */
export function projectStock(event: StockEvent): Patch {
  return { ...projectNothing(projectionCode), stock: stockChange(event) };
}

function stockChange(event: StockEvent): Patch['stock'] {
  switch (event.type) {
    case 'stock.set':
      return { set: String(event.data.available) };
    case 'stock.added':
      return { add: event.data.quantity };
    case 'stock.removed':
      return { add: -event.data.quantity };
    default:
      return event satisfies never;
  }
}

/** What the erasure of a person changes: from now on they are known as erased. */
export function projectErasure(): Patch {
  return { ...projectNothing(projectionCode), enters: 'erased' };
}

/** What a fact changes that read models do not know; it fits those of any `code`. */
export function projectNothing(code: string): Patch {
  return {
    code,
    document: null,
    enters: null,
    attention: null,
    stock: null,
    transaction: '',
    name: '',
    totals: [],
  };
}

/** The tool name of an order that comes or goes. */
function nameMoved(before: OrderState, after: OrderState): string {
  if (isLive(before)) return isLive(after) ? '' : before.sale.toolsName;
  return isLive(after) ? after.sale.toolsName : '';
}

/** Pieces that an order in this state holds. */
function reserved(order: OrderState): number {
  if (!isLive(order) || (isSettled(order) && order.refund?.restocked === true)) return 0;
  return order.sale.quantity;
}

const nothing = { revenue: 0, awaitingPayment: 0, givenBack: 0 };

/** What an order in this state adds to each total. */
function shareOf(order: OrderState): Readonly<Record<TotalField, number>> {
  switch (order.status) {
    case 'none':
    case 'deleted':
      return nothing;
    case 'unpaid':
      return { ...nothing, awaitingPayment: order.sale.price };
    case 'paid':
    case 'shipped':
    case 'refunded':
      return { ...nothing, revenue: order.sale.price, givenBack: givenBack(order) };
    default:
      return order satisfies never;
  }
}
