import type { StripeCardElement } from '@stripe/stripe-js';
import { type StripeCalls, stripeGateway } from './stripe-card.tsx';
import { cardGatewayContract, type ProviderAnswer } from './testing/card-gateway-contract.ts';

/** Stripe.js never rejects: a lost connection comes as an error of its own type. */
function answerOf(answer: ProviderAnswer): unknown {
  if (answer === 'lost') return { error: { type: 'api_connection_error', message: 'Network error' } };
  if ('error' in answer) return { error: answer.error };
  return 'method' in answer ? { paymentMethod: { id: answer.method } } : { paymentIntent: answer.intent };
}

cardGatewayContract('Stripe', (answer) => {
  const reply = () => Promise.resolve(answerOf(answer));
  const stripe = { createPaymentMethod: reply, confirmCardPayment: reply, handleNextAction: reply };
  return stripeGateway(stripe as unknown as StripeCalls, () => ({}) as StripeCardElement);
});
