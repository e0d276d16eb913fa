import type { Account } from './accounts.ts';
import { type Answer, codeOf, isDefinite, type ShopHttp } from './shop-http.ts';

/** Where a payment ended: `claimed` is the shop's own yes, `unknown` may be either, `refused` is a definite no. */
export interface PaymentOutcome {
  end: 'claimed' | 'refused' | 'unknown';
  /** Durations of the shop's own calls in milliseconds. */
  shopMs: number[];
  statuses: number[];
}

const testCard = {
  type: 'card',
  'card[number]': '4242424242424242',
  'card[exp_month]': '12',
  'card[exp_year]': '2040',
  'card[cvc]': '123',
};

/**
 * Pays an order as the page does: intent from the shop, card to the simulator through the shop's origin, then the claim.
 * May be repeated after any outcome.
 */
export async function payByCard(
  shop: ShopHttp,
  buyer: Account,
  order: { orderId: string; publishableKey: string },
): Promise<PaymentOutcome> {
  const done: Answer[] = [];
  const keep = (answer: Answer) => {
    done.push(answer);
    return answer;
  };
  const outcome = (end: PaymentOutcome['end']): PaymentOutcome => ({
    end,
    shopMs: done.map((answer) => answer.ms),
    statuses: done.map((answer) => answer.status),
  });
  const { token } = buyer;
  const body = { orderId: order.orderId };
  const opened = keep(await shop.call('POST', '/api/create-payment-intent', { token, body }));
  if (codeOf(opened) === 'ORDER_PAID') return outcome('claimed');
  if (opened.status !== 201 && opened.status !== 200)
    return outcome(isDefinite(opened) ? 'refused' : 'unknown');
  const intent = opened.body as { intentId: string; clientSecret: string; status: string };
  if (intent.status !== 'succeeded') {
    const key = order.publishableKey;
    const form = { ...testCard, 'billing_details[email]': buyer.email, key };
    const method = await shop.call('POST', '/simulator/v1/payment_methods', { form });
    if (method.status !== 200) return outcome('unknown');
    await shop.call('POST', `/simulator/v1/payment_intents/${intent.intentId}/confirm`, {
      form: { payment_method: (method.body as { id: string }).id, client_secret: intent.clientSecret, key },
    });
  }
  const path = `/api/orders/order/${order.orderId}`;
  const claim = keep(await shop.call('PATCH', path, { token, body: { transactionId: intent.intentId } }));
  if (claim.status === 200 || codeOf(claim) === 'ORDER_PAID') return outcome('claimed');
  // The card may not have been asked at all: only the next try tells.
  return outcome(isDefinite(claim) && codeOf(claim) !== 'PAYMENT_NOT_COMPLETED' ? 'refused' : 'unknown');
}
