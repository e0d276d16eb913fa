import { ProblemError } from '../http/problem-error.ts';
import type { PaymentPort } from './payment-port.ts';

const away = async (): Promise<never> => {
  throw new ProblemError(503, 'PROVIDER_UNAVAILABLE', 'Payments cannot be taken right now. Try again later.');
};

/** A shop whose payments are closed: every payment call says so. */
export const paymentsAway: PaymentPort = {
  createIntent: away,
  claimPaid: away,
  deleteOrder: away,
  webhook: away,
};
