import { type OrderLog, redisKeys } from '@karigar/events';
import { Counter, type Registry } from 'prom-client';
import { cardTestingGuard } from './card-testing-guard.ts';
import type { PaymentParts } from './payment-parts.ts';
import { inBackground, type StripeOptions, stripeGateway, whileWaiting } from './stripe-gateway.ts';

/**
 * Refuses a shop without cards while card payments are open that only the provider can cancel: their orders could neither be deleted nor paid
 * in another way. Throws an Error that says what to do, and what the log throws.
 */
export async function requireProvider(log: Pick<OrderLog, 'redis'>, cards: boolean): Promise<void> {
  const open = cards ? 0 : await log.redis.commands.hLen(redisKeys.intents);
  if (open > 0)
    throw new Error(
      `${open} unpaid orders have an open card payment: keep the keys of Stripe until they are paid or deleted.`,
    );
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
