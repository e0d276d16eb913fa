import { z } from 'zod';
import { adminRead, adminWrite, type CallTable, signedText, write } from './call-row.ts';
import { text } from './fields.ts';
import { ChangedOrder, Modified, RefundRequest } from './order.ts';
import {
  BookkeepingQuery,
  ClaimConfirmation,
  ClaimRefused,
  Intent,
  NewIntent,
  PaymentClaim,
} from './payment.ts';

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
