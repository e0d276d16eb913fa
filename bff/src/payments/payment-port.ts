import type { Intent } from '../contracts/payment.ts';
import type { Person } from '../identity/person.ts';

/**
 * What the HTTP layer needs of payments. Every method throws ProblemError (ORDER_PAID, ORDER_GONE, PAYMENT_NOT_COMPLETED,
 * PAYMENT_MISMATCH, PAYMENT_PROCESSING, TRANSACTION_USED, PROVIDER_UNAVAILABLE …) or an error of the order log.
 */
export interface PaymentPort {
  /** Opens (or finds again) the one payment intent of an order; without `orderId` one for `price` dollars, bound to the payer. */
  createIntent(command: {
    readonly person: Person;
    readonly orderId?: string;
    readonly price?: number;
    readonly correlationId: string;
  }): Promise<Intent>;
  /** Asks the provider about `transactionId` and marks the order paid if it really is. The caller has checked who asks. */
  claimPaid(command: {
    readonly orderId: string;
    readonly transactionId: string;
    readonly person: Person;
    readonly correlationId: string;
  }): Promise<{ readonly changed: boolean }>;
  /** Cancels the open intent, then deletes the unpaid order. `changed` is false when it was deleted before. */
  deleteOrder(command: {
    readonly orderId: string;
    readonly reason: string;
    readonly actor: string;
    readonly correlationId: string;
  }): Promise<{ readonly changed: boolean }>;
  /** Takes one signed message of the provider; `body` is the raw text. Throws ProblemError 400 on a bad signature. */
  webhook(body: string, signature: string): Promise<void>;
}
