import type { ClaimRefusal, Order } from '@karigar/bff/contracts';
import { cancellationWords } from '../../../../shared/orders/cancellation-words.ts';
import { openClaim } from '../../../../shared/orders/payment-claim.ts';
import { formatMoney } from '../../../../shared/ui/money.tsx';
import { dateTime } from '../../../../shared/ui/time.ts';
import { type AnyOrder, disputeWords, isErased, isParcel } from './order-words.ts';

/** What is left of an order's money, in dollars. */
export const moneyLeft = ({ price, refund }: Order): number => price - (refund?.amount ?? 0);

/** Whether the customer asks to cancel and waits for a decision. */
export const asksToCancel = ({ cancellation }: Order): boolean =>
  cancellation !== null && cancellation.declinedAt === null;

/** Whether the payer's bank may take the money, or has taken it. */
export const isDisputed = ({ dispute }: Order): boolean =>
  dispute !== null && (dispute.open || dispute.status === 'lost');

/** Whether the payer's bank holds the money or has given it away: then the provider gives nothing back. A mere question leaves it here. */
const isWithBank = (order: Order): boolean =>
  isDisputed(order) && order.dispute?.status.startsWith('warning_') === false;

/** Whether a parcel is on hold: it has not left, and a person decides whether it may. What is done to many orders leaves it out. */
export const isOnHold = (order: AnyOrder): boolean =>
  isParcel(order)
    ? order.onHold
    : order.status === 'pending' &&
      (asksToCancel(order) || isDisputed(order) || order.refundRequest !== null);

/** Whether the shop can refund: some money is left, and no refund is in progress. */
export const mayRefund = (order: Order): boolean =>
  order.paid && order.refundRequest === null && moneyLeft(order) > 0 && !isWithBank(order);

/**
 * Whether a parcel may leave: paid for, not sent, its money neither given back nor on its way back. What is on hold an admin may send, but no
 * packer.
 */
export const mayShip = (order: AnyOrder): boolean =>
  isParcel(order)
    ? order.status === 'pending' && !order.onHold
    : order.paid &&
      order.status === 'pending' &&
      order.refundRequest === null &&
      order.refund?.whole !== true;

/** Whether a parcel has left or may leave: not once all of the money went back before it did, nor to somebody who is gone. */
export const mayPrintSlip = (order: AnyOrder): boolean =>
  !isErased(order) && (isParcel(order) || order.status === 'Shipped' || order.refund?.whole !== true);

/** Why an admin does not accept a reported payment, in the order in which they choose. */
export const claimRefusalWords: Readonly<Record<ClaimRefusal, string>> = {
  'not-found': 'Not found',
  'wrong-amount': 'The amount is wrong',
  'used-before': 'Used for another order',
  other: 'Another reason',
};

/** What an order asks a person, a sentence each; nothing for one that needs no decision. */
export function questionsOf(order: Order): string[] {
  const { cancellation, refundRequest, refundFailure, dispute } = order;
  const questions: string[] = [];
  const claim = openClaim(order);
  if (claim !== null)
    questions.push(
      `Payment reported: ${formatMoney(order.price)} with ${claim.way}, transaction ID ${claim.transactionId}, on ${dateTime(claim.at)}. Look for it there, then confirm it.`,
    );
  if (cancellation !== null && asksToCancel(order)) {
    questions.push(`The customer requested cancellation: “${cancellationWords[cancellation.reason]}”.`);
  }
  if (refundRequest !== null) {
    questions.push(
      'Refund in progress. The payment provider has not answered yet; we keep trying automatically.',
    );
  } else if (refundFailure !== null) {
    questions.push(
      'The refund failed. See the history for the reason. Refund again, or arrange another way with the customer.',
    );
  }
  if (dispute !== null && (dispute.open || (isDisputed(order) && mayShip(order))))
    questions.push(`Disputed: ${disputeWords(dispute)}.`);
  return questions;
}
