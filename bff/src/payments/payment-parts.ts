import type { OrderLog } from '@karigar/events';
import type { CardTestingGuard } from './card-testing-guard.ts';
import type { PaymentGateway } from './payment-gateway.ts';

/** What a payment can lead to, for counting. */
export type PaymentOutcome =
  | 'paid'
  | 'repeated'
  | 'refunded'
  | 'mismatch'
  | 'unknown-order'
  | 'other-shop'
  | 'unbound'
  | 'declined'
  | 'expired'
  | 'reconciled';

/** What the payment room works with. `notice` is told each outcome, for metrics. */
export interface PaymentParts {
  readonly log: OrderLog;
  readonly gateway: PaymentGateway;
  readonly guard: CardTestingGuard;
  readonly notice: (outcome: PaymentOutcome) => void;
}

/** An order's price in whole dollars as the provider's integer cents. */
export const cents = (dollars: number): number => dollars * 100;
