import type { OrderDocument } from '@karigar/events';
import type Stripe from 'stripe';
import { formatMoney } from '../contracts/money.ts';
import { recordOps } from '../ops.ts';
import type { GatewayIntent } from './payment-gateway.ts';
import type { PaymentOutcome, PaymentParts } from './payment-parts.ts';

/**
 * Writes into the operators' record what happened to `id`, the provider's name for it; of each kind there is one note about one `id`, however
 * often it is told.
 */
export const tellOnce = (
  { log }: PaymentParts,
  kind: string,
  id: string,
  why: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> => recordOps(log.redis, { kind, why, detail, who: 'system:payments' }, `${kind}:${id}`);

/** Counts what happened to a payment, and tells it once; `why` is a sentence without its end, the payment and its sum are added. */
export const tellOfPayment = (
  parts: PaymentParts,
  { id, amount, metadata }: GatewayIntent,
  outcome: PaymentOutcome,
  why: string,
): Promise<void> => {
  const detail = { intentId: id, orderId: metadata.orderId ?? null, amount };
  parts.notice(outcome);
  return tellOnce(parts, `payment.${outcome}`, id, `${why} (${id}, ${formatMoney(amount / 100)})`, detail);
};

/** Tells once that a refund failed: `refund` is its id, or names the request that was refused; `amount` in cents. */
export function tellOfFailure(
  parts: PaymentParts,
  { id: orderId, transactionId: intentId }: OrderDocument,
  refund: string,
  amount: number,
  reason: string,
): Promise<void> {
  const why = `${formatMoney(amount / 100)} of order ${orderId} could not be given back: ${refundFault(reason)}`;
  return tellOnce(parts, 'refund.failed', refund, why, { orderId, intentId, refund, amount, reason });
}

/** Tells once of each step of a dispute; `orderId` is null for a payment that pays no order. */
export function tellOfDispute(
  parts: PaymentParts,
  intentId: string,
  orderId: string | null,
  { id, status, reason, amount }: Stripe.Dispute,
): Promise<void> {
  const of = orderId === null ? `payment ${intentId}, which pays no order,` : `order ${orderId}`;
  const words = `${reason}; ${status}`.replaceAll('_', ' ');
  const why = `The payer of ${of} disputes ${formatMoney(amount / 100)}. The bank’s words: ${words}. Answer it in the provider’s dashboard.`;
  const detail = { intentId, orderId, disputeId: id, status, reason, amount };
  return tellOnce(parts, 'payment.disputed', `${id}:${status}`, why, detail);
}

const tooLow = 'The shop’s balance at the provider is too low. Fill it up, then refund again.';
const disputed = 'The customer’s bank has taken the money back by a dispute. Answer the dispute instead.';
const cancelled = 'It was cancelled in the provider’s dashboard. Refund again if the money should go back.';

/** What the provider's words for a refused or failed refund mean, and what to do: Stripe's error codes and `failure_reason`s. */
const faults: Readonly<Record<string, string>> = {
  balance_insufficient: tooLow,
  canceled: cancelled,
  charge_already_refunded:
    'All of the money went back before. Look at the payment in the provider’s dashboard.',
  charge_disputed: disputed,
  charge_for_pending_refund_disputed: disputed,
  declined: 'The customer’s bank did not take the money. Arrange another way with the customer.',
  expired_or_canceled_card: 'The customer’s card is closed. Arrange another way with the customer.',
  insufficient_funds: tooLow,
  'key-spent':
    'The provider knows this try from before, as after a restored backup, and it did not give the money back. Refund again.',
  lost_or_stolen_card: 'The customer’s card was lost or stolen. Arrange another way with the customer.',
  merchant_request: cancelled,
  other_shop: 'The order was paid in the shop of which this one is a copy. Give the money back in that shop.',
  refund_disputed_payment: disputed,
};

/** Says in a sentence or two why money could not be given back, and what to do; `reason` is the provider's word. */
export const refundFault = (reason: string): string =>
  faults[reason] ??
  `The provider says only “${reason}”. Look at the payment at the provider’s, then refund again or agree on another way.`;
