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

/** The part of a payment intent that decides the outcome, as Stripe and the simulator both name it. */
export interface IntentState {
  id: string;
  status: string;
  last_payment_error?: { message?: string } | null;
}

/** A refusal as Stripe and the simulator both write it. */
export interface ProviderError {
  type: string;
  message?: string;
  payment_intent?: IntentState;
}

interface ProviderAnswer {
  error?: ProviderError | undefined;
  paymentIntent?: IntentState | undefined;
  paymentMethod?: { id: string } | undefined;
}

/**
 * Reads the outcome of a payment. Only the card's own faults are certain; an intent that an error carries (an attempt
 * on one that is paid already) speaks for itself. Throws when nothing certain was said: the server has to be asked.
 */
export function outcomeOf({ error, paymentIntent }: ProviderAnswer): ConfirmOutcome {
  if (isCardFault(error)) return refusedBy(error);
  const intent = error?.payment_intent ?? paymentIntent;
  switch (intent?.status) {
    case 'succeeded':
      return { kind: 'succeeded', intentId: intent.id };
    case 'requires_action':
      return { kind: 'challenge' };
    case 'processing':
      return { kind: 'processing' };
    case 'requires_payment_method':
      return refusedBy(intent.last_payment_error);
    default:
      throw new Error(error?.message ?? 'The payment provider didn’t give a clear answer.');
  }
}

/** Reads the answer to a request for a payment method. Throws for a fault that is not the card's. */
export function methodOutcome({ error, paymentMethod }: ProviderAnswer): MethodOutcome {
  if (isCardFault(error)) return refusedBy(error);
  if (paymentMethod?.id) return { kind: 'method', methodId: paymentMethod.id };
  throw new Error(error?.message ?? 'We couldn’t read the card. Check the details.');
}

const isCardFault = (error: ProviderError | undefined): boolean =>
  error?.type === 'card_error' || error?.type === 'validation_error';

const refusedBy = (fault: { message?: string } | null | undefined) => ({
  kind: 'refused' as const,
  message: fault?.message ?? 'The card was refused. Try another card.',
});
