import type { OrderLog } from '@karigar/events';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { cardTestingGuard, noCardTestingGuard } from './card-testing-guard.ts';
import type { PaymentParts } from './payment-parts.ts';
import { watchPayments } from './payment-watch.ts';
import type { Reservation } from './reservation.ts';
import { stripeGateway } from './stripe-gateway.ts';

export interface OpenPaymentsOptions {
  readonly log: OrderLog;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly reservation: Reservation;
  /** Close payments for an hour to a person with very many declined cards. */
  readonly guardCards: boolean;
  readonly provider: {
    readonly secretKey: string;
    readonly webhookSecret: string;
    /** Base address of the payment simulator, or null for Stripe itself. */
    readonly simulatorUrl: string | null;
  };
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
    gateway: stripeGateway(options.provider),
    guard: options.guardCards ? cardTestingGuard(log.redis) : noCardTestingGuard,
    notice: (outcome) => outcomes.inc({ outcome }),
  };
  const stop = watchPayments(parts, {
    reservation,
    everyMs: watchEveryMs,
    onError: (error) => {
      rounds.inc({ result: 'failed' });
      logger.warn({ err: error }, 'a round of the payment watch failed; the next one will look again');
    },
    onRound: (round) => {
      rounds.inc({ result: 'done' });
      if (round.reconciled + round.expired + round.unbound > 0) logger.info(round, 'payment watch');
    },
  });
  return { ...parts, stop };
}
