import {
  type DeletedOrder,
  type OrderDocument,
  type OrderListQuery,
  type OrderLog,
  OrderRejectedError,
  redisKeys,
  requireLive,
} from '@karigar/events';
import { Counter, type Registry } from 'prom-client';
import { ProblemError } from '../problem/problem-error.ts';
import { type CardTestingGuard, cardTestingGuard } from './card-testing-guard.ts';
import {
  inBackground,
  type PaymentGateway,
  type StripeOptions,
  stripeGateway,
  whileWaiting,
} from './stripe-gateway.ts';

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

/**
 * Opens the payment room of a running server: the provider and the counters. `guardCards` closes payments for an hour to persons and
 * addresses with too many declined cards.
 */
export function openPayments(
  log: OrderLog,
  provider: StripeOptions & { cards: boolean; byHand: readonly { name: string }[] },
  guardCards: boolean,
  registry: Registry,
): PaymentParts {
  const outcomes = new Counter({
    name: 'karigar_payment_total',
    help: 'What payments led to: paid, repeated, refunded, expired, and what needs a person',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    log,
    cards: provider.cards,
    ways: provider.byHand.map(({ name }) => name),
    gateway: stripeGateway(provider, whileWaiting, log),
    background: stripeGateway(provider, inBackground, log),
    guard: guardCards ? cardTestingGuard(log.redis) : null,
    notice: (outcome) => outcomes.inc({ outcome }),
  };
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

/** The order, while it can be paid and no payment by hand is reported for it. Throws what `requireUnpaid` throws, and PAYMENT_CLAIMED. */
export function requirePayable(found: FoundOrder): OrderDocument {
  const order = requireUnpaid(found);
  if (isClaimed(order)) throw new OrderRejectedError('PAYMENT_CLAIMED');
  return order;
}

/** Throws OrderRejectedError TRANSACTION_USED where a transaction belongs to an order, unless it is the one that may have it. */
export async function refuseUsed(log: OrderLog, transactionId: string, mayBeOf?: string): Promise<void> {
  const orderId = await log.orderIdOfPayment(transactionId);
  if (orderId !== null && orderId !== mayBeOf) throw new OrderRejectedError('TRANSACTION_USED', { orderId });
}

/** The currency of an order (ISO 4217). */
export const currencyOf = ({ currency }: Pick<OrderDocument, 'currency'>): string => currency ?? 'USD';

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

/**
 * Refuses a shop without cards while card payments are open that only the provider can cancel: their orders could neither be deleted nor paid
 * in another way. Refuses another currency than that of the shop's orders, whose prices would be read as if they were in the new one. Throws
 * an Error that says what to do, and what the log throws.
 */
export async function requirePayments(log: OrderLog, cards: boolean, configured: string): Promise<void> {
  const open = cards ? 0 : await log.redis.commands.hLen(redisKeys.intents);
  if (open > 0)
    throw new Error(
      `${open} unpaid orders have an open card payment: keep the keys of Stripe until they are paid or deleted.`,
    );
  const [newest] = (await log.orders({ limit: 1 })).orders;
  const used = newest === undefined ? configured : currencyOf(newest);
  if (used !== configured)
    throw new Error(
      `CURRENCY is ${configured}, but this shop has orders in ${used}: set CURRENCY=${used}, or open a new shop.`,
    );
}
