import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import {
  type CardGateway,
  type ConfirmOutcome,
  methodOutcome,
  outcomeOfError,
  outcomeOfIntent,
} from './card-gateway.ts';

/** The three calls of Stripe.js that a card payment takes. */
export type StripeCalls = Pick<Stripe, 'createPaymentMethod' | 'confirmCardPayment' | 'handleNextAction'>;

type Decision = Awaited<ReturnType<Stripe['confirmCardPayment']>>;

function decide({ paymentIntent, error }: Decision): ConfirmOutcome {
  if (paymentIntent) return outcomeOfIntent(withWords(paymentIntent));
  return outcomeOfError({
    ...error,
    payment_intent: error.payment_intent && withWords(error.payment_intent),
  });
}

const withWords = (intent: NonNullable<Decision['paymentIntent']>) => ({
  id: intent.id,
  status: intent.status,
  last_payment_error: { message: intent.last_payment_error?.message },
});

/**
 * Stripe behind the card port. `card` gives the mounted card element; card numbers never touch our own code. The
 * bank's question is asked by Stripe.js itself in `challenge`, so that the payment page knows when it is on screen.
 */
export function stripeGateway(stripe: StripeCalls, card: () => StripeCardElement): CardGateway {
  return {
    async createMethod(billing) {
      const answer = await stripe.createPaymentMethod({
        type: 'card',
        card: card(),
        billing_details: { name: billing.name, email: billing.email },
      });
      if (answer.error) return methodOutcome(answer.error);
      return { kind: 'method', methodId: answer.paymentMethod.id };
    },
    confirm: async (clientSecret, methodId) =>
      decide(
        await stripe.confirmCardPayment(clientSecret, { payment_method: methodId }, { handleActions: false }),
      ),
    challenge: async (clientSecret) => decide((await stripe.handleNextAction({ clientSecret })) as Decision),
  };
}
