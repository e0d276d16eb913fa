import {
  type DeletedOrder,
  type OrderDocument,
  type OrderListQuery,
  type OrderLog,
  OrderRejectedError,
  requireLive,
} from '@karigar/events';
import { ProblemError } from '../problem/problem-error.ts';
import type { CardTestingGuard } from './card-testing-guard.ts';
import type { PaymentGateway } from './stripe-gateway.ts';

/** What a payment can lead to, for counting. */
export type PaymentOutcome =
  | 'paid'
  | 'repeated'
  | 'refunded'
  | 'refund-refused'
  | 'mismatch'
  | 'unknown-order'
  | 'other-shop'
  | 'unbound'
  | 'declined'
  | 'expired'
  | 'event-failed';

/** What the payment room works with. `notice` is told each outcome, for metrics. */
export interface PaymentParts {
  log: OrderLog;
  /** Whether the shop takes cards; without, the provider is never asked. */
  cards: boolean;
  /** The names of the ways of paying by hand. */
  ways: readonly string[];
  /** The provider as long as a person waits for its answer. */
  gateway: PaymentGateway;
  /** The same provider with patience, for calls that no person waits for, and for refunds. */
  background: PaymentGateway;
  /** Null in commands and load tests, which need no guard. */
  guard: CardTestingGuard | null;
  notice: (outcome: PaymentOutcome) => void;
}

/** An order's price in whole units of the currency as cents, which here are hundredths of any currency. */
export const cents = (units: number): number => units * 100;

/** What the log holds of an order; null for one that never was. */
export type FoundOrder = OrderDocument | DeletedOrder | null;

/** The order, while it can be paid. Throws OrderRejectedError ORDER_NOT_FOUND, ORDER_GONE, ORDER_PAID. */
export function requireUnpaid(found: FoundOrder): OrderDocument {
  const order = requireLive(found);
  if (order.status !== 'unpaid') throw new OrderRejectedError('ORDER_PAID');
  return order;
}

/** Throws ProblemError CARDS_NOT_TAKEN where the shop has no provider to ask. */
export function requireCards({ cards }: Pick<PaymentParts, 'cards'>): void {
  if (!cards)
    throw new ProblemError('CARDS_NOT_TAKEN', 'This shop takes no cards. Choose another way to pay.');
}

/** Whether a payment by hand is reported for the order, and a person has not decided. */
export const isClaimed = ({ claim }: OrderDocument): boolean => claim !== null && claim.refused === null;

const pageSize = 200;

/** Walks all orders of a query, page by page, newest first, until the signal aborts. Throws what `log.orders` throws. */
export async function* orderPages(
  log: Pick<OrderLog, 'orders'>,
  query: Omit<OrderListQuery, 'limit' | 'cursor'>,
  signal?: AbortSignal,
): AsyncIterable<OrderDocument[]> {
  let cursor: string | undefined;
  while (!signal?.aborted) {
    const page = await log.orders({ ...query, limit: pageSize, cursor });
    yield page.orders;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}
