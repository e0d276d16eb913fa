import type { OrderLog } from '@karigar/events';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { cardTestingGuard } from './card-testing-guard.ts';
import type { PaymentParts } from './payment-parts.ts';
import { paymentRound } from './payment-watch.ts';
import type { Reservation } from './reservation.ts';
import { inBackground, type StripeOptions, stripeGateway, whileWaiting } from './stripe-gateway.ts';

/** What the payments of a server are opened with. */
export interface OpenPaymentsOptions {
  readonly log: OrderLog;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly reservation: Reservation;
  /** Closes payments for an hour to persons and addresses with too many declined cards. */
  readonly guardCards: boolean;
  readonly provider: StripeOptions;
}

/** The payment room of a running server. */
export interface OpenPayments extends PaymentParts {
  /** Does one round of the watch, see `paymentRound`: the work of one server. Throws what failed in it. */
  watch(stopping: AbortSignal): Promise<void>;
}

/** Opens the payment room of a running server: the provider and the counters. */
export function openPayments(options: OpenPaymentsOptions): OpenPayments {
  const { log, logger, registry, reservation } = options;
  const outcomes = new Counter({
    name: 'karigar_payment_total',
    help: 'What payments led to: paid, repeated, refunded, reconciled, expired, and what needs a person',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const parts: PaymentParts = {
    log,
    gateway: stripeGateway(options.provider, whileWaiting, log),
    background: stripeGateway(options.provider, inBackground, log),
    guard: options.guardCards ? cardTestingGuard(log.redis) : null,
    notice: (outcome) => outcomes.inc({ outcome }),
  };
  return {
    ...parts,
    async watch(stopping) {
      const round = await paymentRound(parts, reservation, stopping);
      if (Object.values(round).some((count) => count > 0)) logger.info(round, 'payment watch');
    },
  };
}
