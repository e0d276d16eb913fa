import { isOpenDispute, type SettledOrder } from '../orders/order-state.ts';
import type { CancellationReason, RefundReason } from '../orders/reasons.ts';
import { givenBack } from '../orders/refund.ts';

/** What was asked about the money of a paid order; amounts are cents, times milliseconds. */
export interface MoneyQuestions {
  /** What went back. Of a refunded order whose refund has failed since, the `amount` may be 0. */
  refund: {
    amount: number;
    at: number;
    restocked: boolean;
  } | null;
  /** What the shop has asked the provider for without an answer yet. */
  refundRequest: {
    attempt: number;
    reason: RefundReason;
    restock: boolean;
    at: number;
  } | null;
  /** Why the last refund was refused or did not arrive, in the provider's word. */
  refundFailure: { reason: string; at: number } | null;
  /** What the customer asks; `declinedAt` null: not decided yet. */
  cancellation: {
    reason: CancellationReason;
    at: number;
    declinedAt: number | null;
  } | null;
  /** Where the newest dispute stands, in the provider's words. */
  dispute: {
    id: string;
    status: string;
    reason: string;
    amount: number;
    at: number;
    open: boolean;
  } | null;
}

/** What was asked about the money of an order, and what came of it. */
export function moneyQuestions(
  order: SettledOrder | null,
  timeOf: (version: number) => number,
): MoneyQuestions {
  const { refund, cancellation, dispute } = order ?? {};
  const { asked, failure } = refund ?? {};
  // What had gone back and did not arrive leaves the order refunded, with nothing given back.
  const returned = order?.status === 'refunded' ? (failure ?? asked)?.in : undefined;
  const last = refund?.parts.at(-1)?.in ?? returned;
  return {
    refund:
      refund && last !== undefined
        ? { amount: givenBack({ refund }), at: timeOf(last), restocked: refund.restocked }
        : null,
    refundRequest:
      refund && asked
        ? { attempt: refund.attempt, reason: asked.reason, restock: asked.restock, at: timeOf(asked.in) }
        : null,
    refundFailure: failure ? { reason: failure.reason, at: timeOf(failure.in) } : null,
    cancellation: cancellation
      ? {
          reason: cancellation.reason,
          at: timeOf(cancellation.askedIn),
          declinedAt: cancellation.declinedIn === undefined ? null : timeOf(cancellation.declinedIn),
        }
      : null,
    dispute: dispute
      ? {
          id: dispute.id,
          status: dispute.status,
          reason: dispute.reason,
          amount: dispute.amount,
          at: timeOf(dispute.in),
          open: isOpenDispute(dispute),
        }
      : null,
  };
}
