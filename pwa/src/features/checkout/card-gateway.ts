/** Who pays: shown to the bank, stored by the provider with the payment method. */
export interface BillingDetails {
  name: string;
  email: string;
}

/** What came of reading the card: a payment method's id, or the provider's message for the person. */
export type MethodOutcome = { kind: 'method'; methodId: string } | { kind: 'refused'; message: string };

/**
 * What came of asking for the money. `refused` is certain: nothing was charged. `challenge`: the bank wants to ask
 * the person first. `processing`: the bank has not decided yet.
 */
export type ConfirmOutcome =
  | { kind: 'succeeded'; intentId: string }
  | { kind: 'challenge' }
  | { kind: 'processing' }
  | { kind: 'refused'; message: string };

/**
 * What the payment page needs of a card provider. `createMethod` throws only while nothing can have been charged;
 * when `confirm` or `challenge` throw, the outcome is unknown and must be asked of the server, never tried again.
 */
export interface CardGateway {
  createMethod(billing: BillingDetails): Promise<MethodOutcome>;
  confirm(clientSecret: string, methodId: string): Promise<ConfirmOutcome>;
  challenge(clientSecret: string): Promise<ConfirmOutcome>;
}

/** The part of a payment intent that decides the outcome, as Stripe and the simulator both name it. */
export interface IntentState {
  id: string;
  status: string;
}

/** Thrown when the provider answers with a state that says nothing certain: the server has to be asked. */
export class PaymentOutcomeUnknownError extends Error {
  override name = 'PaymentOutcomeUnknownError';
}

/** Reads an outcome from an intent's status; throws `PaymentOutcomeUnknownError` for a status that decides nothing. */
export function outcomeOf(intent: IntentState, refusal: string): ConfirmOutcome {
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'succeeded', intentId: intent.id };
    case 'requires_action':
      return { kind: 'challenge' };
    case 'processing':
      return { kind: 'processing' };
    case 'requires_payment_method':
      return { kind: 'refused', message: refusal };
    default:
      throw new PaymentOutcomeUnknownError(`The payment is ${intent.status}`);
  }
}
