import { type Answer, codeOf, isDefinite, isDone, type ShopHttp } from './shop-http.ts';

/** Where a payment ended: `claimed` is the shop's own yes, `unknown` may be either, `refused` is a definite no. */
interface PaymentOutcome {
  end: 'claimed' | 'refused' | 'unknown';
  /** '' where the shop opened none. */
  intentId: string;
  /** Of the shop's own answers. */
  statuses: number[];
}

/** What is paid, with which card: a good one unless told. */
interface CardPayment {
  orderId: string;
  publishableKey: string;
  card?: string | undefined;
}

/**
 * Pays an order as the page does: intent from the shop, card to the simulator through the shop's origin, then the claim.
 * May be repeated after any outcome.
 */
export async function payByCard(
  shop: Pick<ShopHttp, 'call'>,
  { token, name, email }: { token: string; name: string; email: string },
  { orderId, publishableKey: key, card = '4242424242424242' }: CardPayment,
): Promise<PaymentOutcome> {
  const statuses: number[] = [];
  let intentId = '';
  const outcome = (end: PaymentOutcome['end']): PaymentOutcome => ({ end, intentId, statuses });
  const ask = async (method: string, path: string, body: object): Promise<Answer> => {
    const answer = await shop.call(method, path, { token, body });
    statuses.push(answer.status);
    return answer;
  };
  const opened = await ask('POST', '/api/create-payment-intent', { orderId });
  if (codeOf(opened) === 'ORDER_PAID') return outcome('claimed');
  if (!isDone(opened)) return outcome(isDefinite(opened) ? 'refused' : 'unknown');
  const intent = opened.body as { intentId: string; clientSecret: string; status: string };
  intentId = intent.intentId;
  if (intent.status !== 'succeeded') {
    const method = await shop.call('POST', '/simulator/v1/payment_methods', {
      form: {
        type: 'card',
        ...{ 'card[number]': card, 'card[exp_month]': '12', 'card[exp_year]': '2040', 'card[cvc]': '123' },
        ...{ 'billing_details[name]': name, 'billing_details[email]': email, key },
      },
    });
    if (method.status !== 200) return outcome('unknown');
    await shop.call('POST', `/simulator/v1/payment_intents/${intentId}/confirm`, {
      form: { payment_method: (method.body as { id: string }).id, client_secret: intent.clientSecret, key },
    });
  }
  const claim = await ask('PATCH', `/api/orders/order/${orderId}`, { transactionId: intentId });
  if (claim.status === 200 || codeOf(claim) === 'ORDER_PAID') return outcome('claimed');
  // The card may not have been asked at all: only the next try tells.
  return outcome(isDefinite(claim) && codeOf(claim) !== 'PAYMENT_NOT_COMPLETED' ? 'refused' : 'unknown');
}
