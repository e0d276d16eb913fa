import { useMantineTheme } from '@mantine/core';
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useRef, useState } from 'react';
import { ErrorPanel } from '../../../shared/ui/error-panel.tsx';
import { type CardFieldsProps, type CardGateway, methodOutcome, outcomeOf } from './card-gateway.ts';
import classes from './stripe-card.module.css';

/** The three calls of Stripe.js that a card payment takes. */
export type StripeCalls = Pick<Stripe, 'createPaymentMethod' | 'confirmCardPayment' | 'handleNextAction'>;

/**
 * Stripe behind the card port. `card` gives the mounted card element; card numbers never touch our own code. The
 * bank's question is asked by Stripe.js itself in `challenge`, so that the payment page knows when it is on screen.
 */
export function stripeGateway(stripe: StripeCalls, card: () => StripeCardElement): CardGateway {
  return {
    createMethod: async ({ name, email }) =>
      methodOutcome(
        await stripe.createPaymentMethod({ type: 'card', card: card(), billing_details: { name, email } }),
      ),
    confirm: async (clientSecret, methodId) =>
      outcomeOf(
        await stripe.confirmCardPayment(clientSecret, { payment_method: methodId }, { handleActions: false }),
      ),
    challenge: async (clientSecret) => outcomeOf(await stripe.handleNextAction({ clientSecret })),
  };
}

/** Stripe's own card fields, loaded from Stripe only here; offline it says so and can be tried again. */
export default function StripeCard(props: CardFieldsProps) {
  const { publishableKey } = props.payments;
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try loads again
  useEffect(() => {
    let left = false;
    setFailure(null);
    loadStripe(publishableKey).then(
      (loaded) => {
        if (!left) setStripe(loaded);
      },
      (error: unknown) => {
        if (!left) setFailure(error);
      },
    );
    return () => {
      left = true;
    };
  }, [publishableKey, tries]);

  if (failure !== null) {
    return (
      <ErrorPanel
        error={failure}
        title="The card form could not be loaded"
        onRetry={() => setTries(tries + 1)}
      />
    );
  }
  if (stripe === null) return <div className={classes.loading} role="status" aria-label="Loading" />;
  return (
    <Elements stripe={stripe}>
      <Fields {...props} />
    </Elements>
  );
}

function Fields({ disabled, fault, onEdit, onGateway }: CardFieldsProps) {
  const stripe = useStripe();
  const elements = useElements();
  const { fontFamily } = useMantineTheme();
  const box = useRef<HTMLDivElement>(null);
  const [colour, setColour] = useState('#1b2420');

  useEffect(() => {
    if (box.current) setColour(getComputedStyle(box.current).color);
  }, []);
  useEffect(() => {
    if (stripe === null || elements === null) return;
    onGateway(
      stripeGateway(stripe, () => {
        const card = elements.getElement(CardElement);
        if (card === null) throw new Error('The card form isn’t ready yet. Try again.');
        return card;
      }),
    );
    return () => onGateway(null);
  }, [stripe, elements, onGateway]);

  return (
    <>
      <div ref={box} className={classes.box}>
        <CardElement
          onChange={onEdit}
          options={{
            disabled,
            style: { base: { color: colour, fontFamily: fontFamily ?? '', fontSize: '16px' } },
          }}
        />
      </div>
      {fault}
    </>
  );
}
