import { claimRefusals } from '@karigar/events/reasons';
import { z } from 'zod';
import { spanOfDays, string, text, wholeNumber } from './fields.ts';
import { longest, plainCode } from './written-text.ts';

export type { ClaimRefusal } from '@karigar/events/reasons';

/** Cleans the transaction id of a payment by hand: people type it in any case, with blanks and signs between its parts. */
const transactionCode = (typed: string): string =>
  plainCode(typed)
    .replace(/[\s./-]/g, '')
    .toUpperCase();

const badTransactionId = 'Enter the transaction ID from your payment’s message, such as 9A7B6C5D4E.';

/** Accepts the transaction id of a payment by hand, in its normal form. */
export const transactionIdByHand = text(badTransactionId, longest.transactionId, transactionCode).regex(
  /^[A-Z0-9]{4,}$/,
  { error: badTransactionId },
);

/** What `POST /orders/{id}/payment-claim` takes: which of the shop's ways of paying by hand was used, and the transaction id. */
export const PaymentClaim = z.object({
  way: text('way is the name of a way of paying', longest.paymentWay),
  transactionId: transactionIdByHand,
});
export type PaymentClaim = z.infer<typeof PaymentClaim>;

/** What confirming a reported payment takes: the transaction id that was looked for. */
export const ClaimConfirmation = z.object({ transactionId: transactionIdByHand });

/** What not accepting it takes. */
export const ClaimRefused = z.object({
  transactionId: transactionIdByHand,
  reason: z.enum(claimRefusals, { error: `reason is one of ${claimRefusals.join(', ')}` }),
});

/** What `POST /create-payment-intent` takes; with `orderId` the amount comes from the order, never from `price`. */
export const NewIntent = z
  .object({
    price: wholeNumber('price is a whole number').optional(),
    orderId: text('orderId is the order’s _id', 64).optional(),
  })
  .refine((intent) => intent.price !== undefined || intent.orderId !== undefined, {
    error: 'Send orderId, or price',
    path: ['orderId'],
  });
export type NewIntent = z.infer<typeof NewIntent>;

/** Query of `GET /bookkeeping.csv`: first and last day of the shop, at most 92 days. */
export const BookkeepingQuery = spanOfDays(92);

/** Answer: what the card form needs, and the state of the payment (a provider status such as 'requires_payment_method'). */
export const Intent = z.object({ clientSecret: string, intentId: string, status: string });
export type Intent = z.infer<typeof Intent>;
