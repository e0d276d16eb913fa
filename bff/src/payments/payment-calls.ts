import { z } from 'zod';
import { Intent, NewIntent } from '../contracts/payment.ts';
import { privateJson } from '../http/answers.ts';
import { type Call, defineCall } from '../http/call.ts';
import { isPublicAddress } from '../http/client-address.ts';
import { readText } from '../http/read-body.ts';
import type { Personal } from '../personal/personal.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { openForOrder, openUnbound } from './open-intent.ts';
import type { PaymentParts } from './payment-parts.ts';
import { takeMessage } from './take-event.ts';

const maxWebhookBytes = 256 * 1024;

/** The calls that begin a payment and that take the provider's messages. */
export function paymentCalls(payments: PaymentParts, personal: Pick<Personal, 'hashOf'>): Call[] {
  return [
    defineCall({
      method: 'post',
      path: '/create-payment-intent',
      summary:
        'Opens the one payment of an order, or finds it again; without orderId one for a price, as the old client asks',
      access: 'signed-in',
      limit: 'payment',
      body: NewIntent,
      answers: { 201: { description: 'What the card form needs', schema: Intent } },
      problems: [
        'FORBIDDEN',
        'ORDER_NOT_FOUND',
        'ORDER_GONE',
        'ORDER_PAID',
        'PAYMENT_MISMATCH',
        'VERSION_CONFLICT',
        'PROVIDER_UNAVAILABLE',
      ],
      async handle({ c, person, body: { orderId, price = 0 } }) {
        const address = c.get('address');
        // Keyed, so that neither a record nor the provider can tell the address.
        const from = isPublicAddress(address) ? personal.hashOf(`payer ${address}`) : undefined;
        const { clientSecret, id, status } = await (orderId === undefined
          ? openUnbound(payments, person.uid, from, price)
          : openForOrder(payments, person, from, orderId, c.get('requestId')));
        return privateJson({ clientSecret, intentId: id, status } satisfies Intent, 201);
      },
    }),
    defineCall({
      method: 'post',
      path: '/webhooks/stripe',
      summary: 'Takes a signed message of the payment provider',
      access: 'proves-itself',
      limit: 'none',
      bodyKind: 'raw',
      answers: { 200: { description: 'Taken', schema: z.object({ received: z.literal(true) }) } },
      problems: ['INVALID', 'PROVIDER_UNAVAILABLE'],
      async handle({ c }) {
        const signature = c.req.header('stripe-signature');
        if (!signature) throw new ProblemError('INVALID', 'The Stripe-Signature header is missing.');
        await takeMessage(payments, await readText(c, maxWebhookBytes), signature);
        return privateJson({ received: true });
      },
    }),
  ];
}
