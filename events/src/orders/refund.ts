import { type Decision, OrderRejectedError } from './decision.ts';
import type { CommandOf } from './order-command.ts';
import type { OrderEvent } from './order-event.ts';
import type { OrderState, Refund, SettledOrder } from './order-state.ts';

type Data<T extends OrderEvent['type']> = Extract<OrderEvent, { type: T }>['data'];

const noRefund: Refund = { attempt: 0, parts: [], restocked: false };

/** How much of an order's money was given back (cents). */
export function givenBack({ refund }: Pick<SettledOrder, 'refund'>): number {
  return refund?.parts.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
}

/** The shop may ask while money is left and no request is unanswered; asking again changes nothing. */
export function decideRefundRequest(
  order: SettledOrder,
  { reason, restock }: CommandOf<'request-refund'>,
): Decision {
  const refund = order.refund ?? noRefund;
  if (refund.asked !== undefined || givenBack(order) >= order.sale.price * 100) return null;
  const data = { attempt: refund.attempt + 1, reason, restock: restock && !refund.restocked };
  return { type: 'order.refund-requested', data };
}

/**
 * Records a refund once. The pieces return to stock with the last of the money, if the shop has asked for that, even when the money
 * was given back at the provider first.
 */
export function decideTakenRefund(
  order: SettledOrder,
  { refundId, amount, by }: CommandOf<'record-refund'>,
): Decision {
  const refund = order.refund ?? noRefund;
  if (refund.parts.some(({ id }) => id === refundId)) return null;
  // A person sends money back once; what the provider has taken is a fact, whatever was recorded before.
  if (order.way !== undefined && givenBack(order) >= order.sale.price * 100)
    return new OrderRejectedError('ORDER_REFUNDED');
  const all = givenBack(order) + amount >= order.sale.price * 100;
  const restock = all && refund.asked?.restock === true && !refund.restocked;
  const from = all ? order.status : null;
  return { type: 'order.refunded', data: { refundId, amount, from, restock, by } };
}

/** Records a failure once: of the request that is unanswered, or of a refund that had been taken. */
export function decideFailedRefund(
  { refund }: SettledOrder,
  { failed, reason }: CommandOf<'fail-refund'>,
): Decision {
  if ('attempt' in failed) {
    if (refund?.asked === undefined || refund.attempt !== failed.attempt) return null;
    return { type: 'order.refund-failed', data: { refundId: null, amount: 0, reason } };
  }
  const part = refund?.parts.find(({ id }) => id === failed.refundId);
  if (part === undefined) return null;
  return { type: 'order.refund-failed', data: { refundId: part.id, amount: part.amount, reason } };
}

/** The order after the shop has asked; null when a request was unanswered. */
export function evolveRefundRequest(
  order: SettledOrder,
  { attempt, reason, restock }: Data<'order.refund-requested'>,
  version: number,
): OrderState | null {
  if (order.refund?.asked !== undefined) return null;
  const { failure: _, ...refund } = order.refund ?? noRefund;
  return { ...order, refund: { ...refund, attempt, asked: { reason, restock, in: version } } };
}

/** The order after money was given back; null when the event leaves another state than the order is in. */
export function evolveTakenRefund(
  order: SettledOrder,
  { refundId, amount, from, restock, by }: Data<'order.refunded'>,
  version: number,
): OrderState | null {
  if (from !== null && from !== order.status) return null;
  const { failure: _, asked, ...before } = order.refund ?? noRefund;
  const parts = [...before.parts, { id: refundId, amount, in: version }];
  const refund: Refund = { ...before, parts, restocked: before.restocked || restock };
  if (from !== null) {
    const shippedIn = order.status === 'paid' ? null : order.shippedIn;
    return { ...withoutCancellation(order), status: 'refunded', shippedIn, refund };
  }
  const unanswered = by === 'provider' && asked !== undefined;
  return { ...order, refund: unanswered ? { ...refund, asked } : refund };
}

/**
 * The order after a refund failed; null when there was none. A refunded order stays refunded: its pieces may be sold again, so it
 * is not shipped, and another attempt gives the money back.
 */
export function evolveFailedRefund(
  order: SettledOrder,
  { refundId, reason }: Data<'order.refund-failed'>,
  version: number,
): OrderState | null {
  if (order.refund === undefined) return null;
  const { asked, ...refund } = order.refund;
  const failure = { reason, in: version };
  if (refundId === null) return asked === undefined ? null : { ...order, refund: { ...refund, failure } };
  const parts = refund.parts.filter(({ id }) => id !== refundId);
  if (parts.length === refund.parts.length) return null;
  return { ...order, refund: { ...order.refund, parts, failure } };
}

/** The order without its customer's request: what happened to the order has answered it. */
export function withoutCancellation<S extends SettledOrder>(state: S): Omit<S, 'cancellation'> {
  const { cancellation: _, ...rest } = state;
  return rest;
}
