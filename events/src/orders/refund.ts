import { withoutCancellation } from './cancellation.ts';
import { type Decision, happened, rejected, unchanged } from './decision.ts';
import type { OrderCommand } from './order-command.ts';
import type { OrderEvent } from './order-event.ts';
import { isSettled, type OrderState, type Refund, type SettledOrder } from './order-state.ts';

type Command<T extends OrderCommand['type']> = Extract<OrderCommand, { type: T }>;
type Data<T extends OrderEvent['type']> = Extract<OrderEvent, { type: T }>['data'];

const noRefund: Refund = { attempt: 0, parts: [], restocked: false };

/** What went back of an order's money (cents). */
export function givenBack({ refund }: Pick<SettledOrder, 'refund'>): number {
  return refund?.parts.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
}

/** The shop may ask while money is left and no request is unanswered; asking again changes nothing. */
export function decideRefundRequest(
  state: OrderState,
  { reason, restock }: Command<'request-refund'>,
): Decision {
  if (state.status === 'none') return rejected('ORDER_NOT_FOUND');
  if (state.status === 'deleted') return rejected('ORDER_GONE');
  if (state.status === 'unpaid') return rejected('ORDER_NOT_PAID');
  const refund = state.refund ?? noRefund;
  if (refund.asked !== undefined || givenBack(state) >= state.sale.price * 100) return unchanged;
  const data = { attempt: refund.attempt + 1, reason, restock: restock && !refund.restocked };
  return happened({ type: 'order.refund-requested', data });
}

/**
 * Records a refund once. The pieces return to stock when the last of the money goes and the shop has asked for it, also when somebody
 * at the provider's was faster.
 */
export function decideTakenRefund(
  state: OrderState,
  { refundId, amount, by }: Command<'record-refund'>,
): Decision {
  if (state.status === 'none') return rejected('ORDER_NOT_FOUND');
  if (state.status === 'deleted') return rejected('ORDER_GONE');
  if (state.status === 'unpaid') return rejected('ORDER_NOT_PAID');
  const refund = state.refund ?? noRefund;
  if (refund.parts.some(({ id }) => id === refundId)) return unchanged;
  const all = givenBack(state) + amount >= state.sale.price * 100;
  const restock = all && refund.asked?.restock === true && !refund.restocked;
  const from = all ? state.status : null;
  return happened({ type: 'order.refunded', data: { refundId, amount, from, restock, by } });
}

/** Records a failure once: of the request that is unanswered, or of a refund that had been taken. */
export function decideFailedRefund(state: OrderState, { failed, reason }: Command<'fail-refund'>): Decision {
  if (state.status === 'none') return rejected('ORDER_NOT_FOUND');
  if (state.status === 'deleted') return rejected('ORDER_GONE');
  if (!isSettled(state) || state.refund === undefined) return unchanged;
  const { asked, attempt, parts } = state.refund;
  if ('attempt' in failed) {
    if (asked === undefined || attempt !== failed.attempt) return unchanged;
    return happened({ type: 'order.refund-failed', data: { refundId: null, amount: 0, reason } });
  }
  const { refundId } = failed;
  const part = parts.find(({ id }) => id === refundId);
  if (part === undefined) return unchanged;
  return happened({ type: 'order.refund-failed', data: { refundId, amount: part.amount, reason } });
}

/** The order after the shop has asked; null when it cannot have. */
export function evolveRefundRequest(
  state: OrderState,
  { attempt, reason, restock }: Data<'order.refund-requested'>,
  version: number,
): OrderState | null {
  if (!isSettled(state) || state.refund?.asked !== undefined) return null;
  const { failure: _, ...refund } = state.refund ?? noRefund;
  return { ...state, refund: { ...refund, attempt, asked: { reason, restock, in: version } } };
}

/** The order after money went back; null when it had none, or leaves another state than it is in. */
export function evolveTakenRefund(
  state: OrderState,
  { refundId, amount, from, restock, by }: Data<'order.refunded'>,
  version: number,
): OrderState | null {
  if (!isSettled(state) || (from !== null && from !== state.status)) return null;
  const { failure: _, asked, ...before } = state.refund ?? noRefund;
  const parts = [...before.parts, { id: refundId, amount, in: version }];
  const refund: Refund = { ...before, parts, restocked: before.restocked || restock };
  if (from !== null) {
    const shippedIn = state.status === 'paid' ? null : state.shippedIn;
    return { ...withoutCancellation(state), status: 'refunded', shippedIn, refund };
  }
  const unanswered = by === 'provider' && asked !== undefined;
  return { ...state, refund: unanswered ? { ...refund, asked } : refund };
}

/**
 * The order after a refund failed; null when there was none. Whose money had gone stays refunded: the pieces may be sold
 * again, so it is not sent, and the money is given back by another attempt.
 */
export function evolveFailedRefund(
  state: OrderState,
  { refundId, reason }: Data<'order.refund-failed'>,
  version: number,
): OrderState | null {
  if (!isSettled(state) || state.refund === undefined) return null;
  const { asked, ...refund } = state.refund;
  const failure = { reason, in: version };
  if (refundId === null) return asked === undefined ? null : { ...state, refund: { ...refund, failure } };
  const parts = refund.parts.filter(({ id }) => id !== refundId);
  if (parts.length === refund.parts.length) return null;
  const still = asked === undefined ? {} : { asked };
  return { ...state, refund: { ...refund, ...still, parts, failure } };
}
