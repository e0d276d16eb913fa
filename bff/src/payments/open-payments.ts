import type { OrderLog } from '@karigar/events';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { cardTestingGuard } from './card-testing-guard.ts';
import type { PaymentParts } from './payment-parts.ts';
import { watchPayments } from './payment-watch.ts';
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
  /** Does nothing in the background: the shop is shown as it was. */
  readonly readOnly?: boolean;
}

const watchEveryMs = 30_000;

/**
 * Opens the payment room of a running server: the provider, the counters, and the background watch that settles forgotten
 * payments and expires unpaid orders. `stop` ends the watch.
 */
export function openPayments(options: OpenPaymentsOptions): PaymentParts & { stop(): Promise<void> } {
  const { log, logger, registry, reservation } = options;
  const outcomes = new Counter({
    name: 'karigar_payment_total',
    help: 'What payments led to: paid, repeated, refunded, reconciled, expired, and what needs a person',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const rounds = new Counter({
    name: 'karigar_payment_watch_total',
    help: 'Rounds of the background watch over payments, by result',
    labelNames: ['result'],
    registers: [registry],
  });
  const parts: PaymentParts = {
    log,
    gateway: stripeGateway(options.provider, whileWaiting, log),
    background: stripeGateway(options.provider, inBackground, log),
    guard: options.guardCards ? cardTestingGuard(log.redis) : null,
    notice: (outcome) => outcomes.inc({ outcome }),
  };
  if (options.readOnly) return { ...parts, stop: async () => undefined };
  const stop = watchPayments(parts, {
    reservation,
    everyMs: watchEveryMs,
    onError: (error) => {
      rounds.inc({ result: 'failed' });
      logger.warn({ err: error }, 'a round of the payment watch failed; the next one will look again');
    },
    onRound: (round) => {
      rounds.inc({ result: 'done' });
      if (Object.values(round).some((count) => count > 0)) logger.info(round, 'payment watch');
    },
  });
  return { ...parts, stop };
}
