import { claimRefusals, refundReasons } from '@karigar/events/reasons';
import { z } from 'zod';
import { adminRead, adminWrite, type CallTable, signedText, write } from './call-row.ts';
import { oneOf, spanOfDays, string, text, wholeNumber } from './fields.ts';
import { ChangedOrder, Modified } from './order.ts';
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

/** What confirming a reported payment takes: the transaction id that was looked for. */
export const ClaimConfirmation = z.object({ transactionId: transactionIdByHand });

/** What not accepting it takes. */
export const ClaimRefused = ClaimConfirmation.extend({ reason: oneOf('reason', claimRefusals) });

/** What `POST /orders/{id}/payment-claim` takes: which of the shop's ways of paying by hand was used, and the transaction id. */
export const PaymentClaim = z.object({
  way: text('way is the name of a way of paying', longest.paymentWay),
  ...ClaimConfirmation.shape,
});
export type PaymentClaim = z.infer<typeof PaymentClaim>;

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

/**
 * What `POST /orders/{id}/refund` takes. `restock`: the pieces return to stock with the money. `transactionId`: of an order that was paid by
 * hand, the transaction with which the money was sent back.
 */
export const RefundRequest = z.object({
  reason: oneOf('reason', refundReasons),
  restock: z.boolean({ error: 'restock is true or false' }),
  transactionId: transactionIdByHand.optional(),
});
export type RefundRequest = z.infer<typeof RefundRequest>;

/** The calls about the money of orders: by card, by hand, and back. */
export const paymentCalls = {
  'PATCH /orders/order/:id': {
    ...write,
    summary:
      'Says that a payment was made: the shop asks the provider and believes nothing else. Answers whether the order became paid by this call',
    access: 'owner-or-admin',
    limit: 'payment',
    body: z.object({
      order: z.unknown().optional(),
      transactionId: text('transactionId is required', 255),
    }),
    answers: { 200: Modified },
    problems: [
      'ORDER_NOT_FOUND',
      'ORDER_GONE',
      'ORDER_PAID',
      'PAYMENT_NOT_COMPLETED',
      'PAYMENT_MISMATCH',
      'PAYMENT_PROCESSING',
      'PAYMENT_CLAIMED',
      'CARDS_NOT_TAKEN',
      'TRANSACTION_USED',
      'PROVIDER_UNAVAILABLE',
    ],
  },
  'POST /orders/:id/payment-claim': {
    ...write,
    summary:
      'Reports a payment by hand for an unpaid order. The order then waits for a person, and holds its stock; reporting it again changes nothing',
    access: 'owner',
    body: PaymentClaim,
    answers: { 200: ChangedOrder },
    problems: [
      'ORDER_NOT_FOUND',
      'ORDER_GONE',
      'ORDER_PAID',
      'TRANSACTION_USED',
      'TOO_MANY_CLAIMS',
      'PAYMENT_PROCESSING',
      'VERSION_CONFLICT',
      'PROVIDER_UNAVAILABLE',
    ],
  },
  'POST /orders/:id/payment-claim/confirmation': {
    ...adminWrite,
    summary:
      'Says that the reported payment was found: the order is paid; confirming it again changes nothing',
    body: ClaimConfirmation,
    answers: { 200: ChangedOrder },
    problems: ['ORDER_NOT_FOUND', 'ORDER_GONE', 'ORDER_PAID', 'CLAIM_CHANGED', 'TRANSACTION_USED'],
  },
  'POST /orders/:id/payment-claim/refusal': {
    ...adminWrite,
    summary:
      'Says why the reported payment is not accepted: the order stays unpaid; repeating it changes nothing',
    body: ClaimRefused,
    answers: { 200: ChangedOrder },
    problems: ['ORDER_NOT_FOUND', 'ORDER_GONE', 'ORDER_PAID', 'CLAIM_CHANGED'],
  },
  'POST /orders/:id/refund': {
    ...adminWrite,
    summary:
      'Gives back all that is left of an order’s money. While the provider does not answer, the order has a refundRequest and the shop goes on asking; repeating it is harmless. Of an order that was paid by hand it records that a person has sent the money back, and needs the transactionId of that',
    body: RefundRequest,
    answers: { 200: ChangedOrder },
    problems: [
      'ORDER_NOT_FOUND',
      'ORDER_GONE',
      'ORDER_NOT_PAID',
      'ORDER_REFUNDED',
      'TRANSACTION_USED',
      'REFUND_REFUSED',
      'VERSION_CONFLICT',
    ],
  },
  'POST /create-payment-intent': {
    ...write,
    summary:
      'Opens the one payment of an order, or finds it again; without orderId one for a price, as the old client asks',
    limit: 'payment',
    body: NewIntent,
    answers: { 201: Intent },
    problems: [
      'FORBIDDEN',
      'ORDER_NOT_FOUND',
      'ORDER_GONE',
      'ORDER_PAID',
      'PAYMENT_CLAIMED',
      'CARDS_NOT_TAKEN',
      'PAYMENT_MISMATCH',
      'VERSION_CONFLICT',
      'PROVIDER_UNAVAILABLE',
    ],
  },
  'POST /webhooks/stripe': {
    ...write,
    summary: 'Takes a signed message of the payment provider',
    access: 'proves-itself',
    limit: 'none',
    body: signedText,
    answers: { 200: z.object({ received: z.literal(true) }) },
    problems: ['INVALID', 'CARDS_NOT_TAKEN', 'PROVIDER_UNAVAILABLE'],
  },
  'GET /bookkeeping.csv': {
    ...adminRead,
    summary:
      'Paid orders of a span of days as a CSV file, one line each by the day it was placed: gross, refund, net, and the fee where the provider tells it',
    query: BookkeepingQuery,
    answers: { 200: 'text/csv' },
  },
} satisfies CallTable;
