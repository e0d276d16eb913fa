import type { Intent } from '../contracts/payment.ts';
import { privateJson } from '../http/answers.ts';
import type { Handlers } from '../http/call.ts';
import { isPublicAddress } from '../http/client-address.ts';
import { readBody } from '../http/read-body.ts';
import type { Personal } from '../personal/personal.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { openForOrder, openUnbound } from './open-intent.ts';
import { type PaymentParts, requireCards } from './payment-parts.ts';
import { takeMessage } from './take-event.ts';

const maxWebhookBytes = 256 * 1024;

/** The calls that begin a payment and that take the provider's messages. */
export function paymentCalls(payments: PaymentParts, personal: Pick<Personal, 'hashOf'>) {
  return {
    async 'POST /create-payment-intent'({ c, person, body: { orderId, price = 0 } }) {
      requireCards(payments);
      const address = c.get('address');
      // Keyed, so that neither a record nor the provider can tell the address.
      const from = isPublicAddress(address) ? personal.hashOf(`payer ${address}`) : undefined;
      const { client_secret, id, status } = await (orderId === undefined
        ? openUnbound(payments, person.uid, from, price)
        : openForOrder(payments, person, from, orderId, c.get('requestId')));
      return privateJson({ clientSecret: client_secret ?? '', intentId: id, status } satisfies Intent, 201);
    },
    async 'POST /webhooks/stripe'({ c }) {
      requireCards(payments);
      const signature = c.req.header('stripe-signature');
      if (!signature) throw new ProblemError('INVALID', 'The Stripe-Signature header is missing.');
      await takeMessage(payments, await readBody(c, maxWebhookBytes, () => c.req.text()), signature);
      return privateJson({ received: true });
    },
  } satisfies Partial<Handlers>;
}
