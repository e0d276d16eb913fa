import type { ShopConfig } from '@karigar/bff/contracts';
import type { ReactNode } from 'react';

/** Who pays: shown to the bank, stored by the provider with the payment method. */
interface BillingDetails {
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

/** What the card fields of any provider take; they hand out their gateway once it is ready, and null when it goes. */
export interface CardFieldsProps {
  payments: ShopConfig['payments'];
  disabled: boolean;
  /** What is wrong with the card, in words, to stand right below the fields. */
  fault: ReactNode;
  /** The person has changed a field. */
  onEdit: () => void;
  onGateway: (gateway: CardGateway | null) => void;
  /** The fields are filled in, and the person may pay; fields of a provider that moves the focus itself do not say so. */
  onComplete: () => void;
}

/** Thrown when an answer says nothing certain: the server has to be asked. */
export class PaymentOutcomeUnknownError extends Error {
  override name = 'PaymentOutcomeUnknownError';
}

/** The part of a payment intent that decides the outcome, as Stripe and the simulator both name it. */
export interface IntentState {
  id: string;
  status: string;
  last_payment_error?: { message?: string | undefined } | null;
}

/** A refusal as Stripe and the simulator both write it. */
export interface ProviderError {
  type: string;
  message?: string | undefined;
  payment_intent?: IntentState | undefined;
}

const unnamedRefusal = 'The card was refused. Try another card.';

/** Reads an outcome from an intent. Throws PaymentOutcomeUnknownError for a status that decides nothing. */
export function outcomeOfIntent(intent: IntentState): ConfirmOutcome {
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'succeeded', intentId: intent.id };
    case 'requires_action':
      return { kind: 'challenge' };
    case 'processing':
      return { kind: 'processing' };
    case 'requires_payment_method':
      return { kind: 'refused', message: intent.last_payment_error?.message ?? unnamedRefusal };
    default:
      throw new PaymentOutcomeUnknownError(`The payment is ${intent.status}.`);
  }
}

/**
 * Reads an outcome from an error. Only the card's own faults are certain; an intent that the error carries (an attempt
 * on one that is paid already) speaks for itself; everything else throws PaymentOutcomeUnknownError.
 */
export function outcomeOfError(error: ProviderError): ConfirmOutcome {
  if (isCardFault(error)) return { kind: 'refused', message: error.message ?? unnamedRefusal };
  if (error.payment_intent) return outcomeOfIntent(error.payment_intent);
  throw new PaymentOutcomeUnknownError(error.message ?? 'The payment provider didn’t give a clear answer.');
}

/** Reads the answer to a request for a payment method; a fault that is not the card's throws. */
export function methodOutcome(error: ProviderError): MethodOutcome {
  if (isCardFault(error)) return { kind: 'refused', message: error.message ?? unnamedRefusal };
  throw new Error(error.message ?? 'We couldn’t read the card. Check the details.');
}

const isCardFault = ({ type }: ProviderError): boolean =>
  type === 'card_error' || type === 'validation_error';
