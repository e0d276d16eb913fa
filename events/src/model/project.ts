import {
  type FieldChange,
  type Patch,
  type SalesField,
  type TotalField,
  totalFields,
} from '../log/append.ts';
import { relativeKeys as keys, setsOf, setsOfName } from '../log/generation-keys.ts';
import { evolve } from '../orders/evolve.ts';
import type { OrderEvent, Sale, StockEvent } from '../orders/order-event.ts';
import { isLive, isSettled, liveStatuses, needsAttention, type OrderState } from '../orders/order-state.ts';
import { givenBack } from '../orders/refund.ts';
import type { OrderRecord } from './order-record.ts';

/** The state of an order after its next event, and what that changes. Throws `ImpossibleHistoryError` when the event cannot follow. */
export function advance(
  orderId: string,
  { history, state: before }: OrderRecord,
  event: OrderEvent,
): { after: OrderState; patch: Patch } {
  const after = evolve(before, event, history.length + 1);
  return { after, patch: projectOrder(orderId, before, after, event, history[0]?.seq) };
}

/** The sets that hold an order in this state, without the prefix of a generation; that of its status first. */
export function setsHolding(state: OrderState): readonly string[] {
  if (state.status === 'deleted') return [keys.deleted];
  if (!isLive(state)) return [];
  return [...setsOf(keys, state.sale, state.status), ...(needsAttention(state) ? [keys.attention] : [])];
}

/** The sets that hold an order, and its score in each: the seq of its first event, or of its deletion. */
export function placesOf({ state, history }: OrderRecord): ReadonlyMap<string, number> {
  const { seq = 0 } = (state.status === 'deleted' ? history.at(-1) : history[0]) ?? {};
  return new Map(setsHolding(state).map((set) => [set, seq]));
}

/** Every change that one event of an order makes to the read models. `createdSeq` is the seq of its first event, absent when this is it. */
export function projectOrder(
  orderId: string,
  before: OrderState,
  after: OrderState,
  event: OrderEvent,
  createdSeq?: number,
): Patch {
  const sale = isLive(after) ? after.sale : isLive(before) ? before.sale : undefined;
  const isNew = !isLive(before) && isLive(after);
  const isGone = isLive(before) && !isLive(after);
  const [was, is] = [setsHolding(before), setsHolding(after)];
  const stays = was.filter((set) => is.includes(set));
  const freed = piecesHeld(before) - piecesHeld(after);
  const [left, entered] = [moneyIn(before), moneyIn(after)];
  const transaction = transactionIn(before, event);
  const everywhere = [...liveStatuses.map(keys.set), keys.deleted];
  // Money that stays where it is, as when an order is shipped, is not taken out and put back.
  const totals = moved(totalFields.map((field) => [field, entered[field] - left[field]]));
  const isPaid = !isSettled(before) && isSettled(after);
  const sales = moved<SalesField>([
    ['placed', Number(isNew)],
    ['paid', Number(isPaid)],
    ['money', totals.revenue ?? 0],
    ['givenBack', totals.givenBack ?? 0],
    ...(isPaid ? soldOf(after.sale) : []),
  ]);
  return {
    ...{ orderId, toolId: sale?.toolId, transaction },
    person: isNew ? sale?.uid : undefined,
    document: () => JSON.stringify(after),
    sets: {
      absent: isNew ? everywhere.filter((set) => !is.includes(set)) : [],
      // One set tells as much as all: an order is in all of its sets, or in none.
      stands: stays.slice(0, 1),
      leaves: was.filter((set) => !stays.includes(set)),
      enters: is.filter((set) => !stays.includes(set)),
      others: isGone ? setsOfName(keys, before.sale.toolsName) : [],
    },
    score: isGone ? undefined : createdSeq,
    stock: freed === 0 ? undefined : { add: freed },
    ends: event.type === 'order.paid' || isGone || undefined,
    name: isNew || isGone ? sale?.toolsName : undefined,
    totals,
    sales: Object.keys(sales).length === 0 ? undefined : sales,
  };
}

/** The fields that move, and by how much. */
const moved = <Field extends string>(fields: readonly (readonly [Field, number])[]) =>
  Object.fromEntries(fields.filter(([, by]) => by !== 0)) as Record<Field, number>;

/** What a paid order adds to the sales of its tool. */
const soldOf = ({ toolId, quantity, price }: Sale): (readonly [SalesField, number])[] => [
  [`pieces:${toolId}`, quantity],
  [`money:${toolId}`, price],
];

/** The transaction that belongs to this order alone from now on: that of its payment, or of money that was sent back by hand. */
function transactionIn(before: OrderState, event: OrderEvent): string | undefined {
  if (event.type === 'order.paid') return event.data.transactionId;
  const isByHand = isSettled(before) && before.way !== undefined;
  return event.type === 'order.refunded' && isByHand ? event.data.refundId : undefined;
}

/** What a fact about a tool's stock changes. */
export function projectStock(event: StockEvent, toolId: string): Patch {
  return { toolId, sets: {}, stock: stockChange(event) };
}

function stockChange(event: StockEvent): FieldChange {
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

/** What the erasure of a person changes: from now on they are known as erased. They must have no open order. */
export function projectErasure(uid: string): Patch {
  const empty = [keys.person(uid, 'unpaid'), keys.person(uid, 'paid')];
  return { person: uid, sets: { enters: [keys.erased], empty } };
}

/** Pieces that an order in this state holds. */
export function piecesHeld(order: OrderState): number {
  if (!isLive(order) || (isSettled(order) && order.refund?.restocked === true)) return 0;
  return order.sale.quantity;
}

const nothing = { revenue: 0, awaitingPayment: 0, givenBack: 0 };

/** What an order in this state adds to each total. */
export function moneyIn(order: OrderState): Readonly<Record<TotalField, number>> {
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
